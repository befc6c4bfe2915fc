use super::*;

fn small() -> NetworkFile {
    let mut next = 0i32;
    let mut values = |count: usize, size: i32| -> Vec<i16> {
        let mut value = || {
            next = (next * 31 + 7) % 10_007;
            (next % (2 * size + 1) - size) as i16
        };
        (0..count).map(|_| value()).collect()
    };
    NetworkFile {
        neurons: 32,
        buckets: 2,
        description: "egy hálózat".to_owned(),
        transformer_weights: values(INPUTS * 32, 500),
        transformer_biases: values(32, 500),
        output_weights: values(2 * 64, 127),
        output_biases: vec![-70_000, 5],
    }
}

/// A file with one header field replaced.
fn with_field(offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = small().encode().unwrap();
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn checksum_is_that_of_the_published_test_vectors() {
    assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn files_round_trip() {
    let file = small();
    let bytes = file.encode().unwrap();
    assert_eq!(bytes.len(), HEADER_BYTES + payload_bytes(32, 2));
    assert_eq!(NetworkFile::decode(&bytes), Ok(file));
}

#[test]
fn the_header_is_where_the_table_says() {
    let bytes = small().encode().unwrap();
    assert_eq!(&bytes[..4], b"VZNN");
    assert_eq!(&bytes[4..12], [1, 0, 0, 0, 32, 0, 0, 0]);
    assert_eq!(&bytes[12..20], [2, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(&bytes[32..36], b"egy ");
    let first = i16::from_le_bytes([bytes[96], bytes[97]]);
    assert_eq!(first, small().transformer_weights[0]);
    assert_eq!(&bytes[bytes.len() - 4..], [5, 0, 0, 0]);
}

#[test]
fn each_fault_has_its_name() {
    let decode = |bytes: &[u8]| NetworkFile::decode(bytes).unwrap_err();
    let good = small().encode().unwrap();
    assert_eq!(decode(b""), FormatError::Magic);
    assert_eq!(decode(b"GIF89a"), FormatError::Magic);
    assert_eq!(
        decode(&good[..40]),
        FormatError::Length {
            expected: HEADER_BYTES,
            found: 40
        }
    );
    assert_eq!(decode(&with_field(4, 2)), FormatError::Version(2));
    assert_eq!(decode(&with_field(8, 48)), FormatError::Neurons(48));
    assert_eq!(
        decode(&with_field(8, u32::MAX - 31)),
        FormatError::Neurons(0xffff_ffe0)
    );
    assert_eq!(decode(&with_field(12, 0)), FormatError::Buckets(0));
    assert_eq!(decode(&with_field(12, 9)), FormatError::Buckets(9));
    assert_eq!(decode(&with_field(16, 3)), FormatError::Flags(3));
    assert!(matches!(
        decode(&with_field(20, 7)),
        FormatError::Payload { found: 7, .. }
    ));
    assert_eq!(decode(&with_field(32, u32::MAX)), FormatError::Description);
    assert_eq!(decode(&with_field(500, 0x1234_5678)), FormatError::Checksum);
    let expected = good.len();
    let mut long = good.clone();
    long.push(0);
    for bytes in [&good[..expected - 1], &long] {
        let found = bytes.len();
        assert_eq!(decode(bytes), FormatError::Length { expected, found });
    }
}

#[test]
fn what_could_overflow_is_refused() {
    let mut file = small();
    file.output_weights[3] = -MAX_OUTPUT_WEIGHT - 1;
    assert!(matches!(
        file.encode(),
        Err(FormatError::Weight { value: -129, .. })
    ));
    let mut file = small();
    file.transformer_weights[99] = i16::MIN;
    assert!(matches!(
        file.encode(),
        Err(FormatError::Weight {
            value: i16::MIN,
            ..
        })
    ));
    let mut file = small();
    file.output_biases.pop();
    assert!(matches!(
        file.encode(),
        Err(FormatError::Count { found: 1, .. })
    ));
    let mut file = small();
    file.description = "é".repeat(33);
    assert_eq!(file.encode(), Err(FormatError::DescriptionLength(66)));
}

#[test]
fn a_missing_file_is_named() {
    let path = Path::new("no/such/network.vznn");
    let message = NetworkFile::load(path).unwrap_err().to_string();
    assert!(
        message.starts_with("cannot read no/such/network.vznn: "),
        "{message}"
    );
}
