//! Layers: a module imports only from those below it.
//!
//! The order stands in one place, the table in `src/lib.rs`'s documentation, lowest layer first.
//! Here every path that starts at the crate's root (`crate::…`, nested `use` lists too) or climbs
//! there (`super::super::…`) is held against it. Comments and string literals do not count, tests
//! inside the modules do.

use std::fs;
use std::path::{Path, PathBuf};

/// One word or sign of source text, with the line it stands on.
type Token = (String, usize);

/// Splits source text into identifiers, `::` and single signs; comments and literals are left out.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphabetic() || first == '_' {
            raw_string_length(rest).unwrap_or_else(|| {
                let length = identifier_length(rest);
                tokens.push((rest[..length].to_owned(), line));
                length
            })
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_length(rest)
        } else if first == '"' {
            string_length(rest)
        } else if first == '\'' {
            char_length(rest)
        } else {
            let length = if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                tokens.push((rest[..length].to_owned(), line));
            }
            length
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

fn identifier_length(text: &str) -> usize {
    let end = |c: char| !(c.is_alphanumeric() || c == '_');
    text.find(end).unwrap_or(text.len())
}

/// The length of a literal like `r"…"` or `br#"…"#` that the text begins with.
fn raw_string_length(text: &str) -> Option<usize> {
    let body = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let content = body[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = content
        .find(&close)
        .map_or(content.len(), |at| at + close.len());
    Some(text.len() - content.len() + end)
}

/// The length of a string literal with escapes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character literal, or of the sign alone where it begins a lifetime.
fn char_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(text.len(), |at| at + 4),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// The length of a block comment; they nest.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Reads the path or `use` tree that begins at `at` and collects every path in it, each as the
/// words from `prefix` on. Returns where it ends.
fn read_paths(
    tokens: &[Token],
    mut at: usize,
    mut prefix: Vec<String>,
    paths: &mut Vec<Vec<String>>,
) -> usize {
    let word = |at: usize| tokens.get(at).map_or("", |(word, _)| word.as_str());
    if word(at) == "{" {
        at += 1;
        while at < tokens.len() && word(at) != "}" {
            at = read_paths(tokens, at, prefix.clone(), paths);
            if word(at) == "as" {
                at += 2;
            }
            if word(at) == "," {
                at += 1;
            } else if word(at) != "}" {
                break; // no tree of imports after all
            }
        }
        return at + 1;
    }
    prefix.push(word(at).to_owned());
    if word(at + 1) == "::" {
        return read_paths(tokens, at + 2, prefix, paths);
    }
    paths.push(prefix);
    at + 1
}

/// What a path in this module reaches at the root of the crate: nothing if it stays below.
fn root_item(module: &[String], path: &[String]) -> Option<String> {
    let mut depth = module.len();
    let mut climbed = false;
    for word in path {
        match word.as_str() {
            "crate" => (depth, climbed) = (0, true),
            "super" => (depth, climbed) = (depth.saturating_sub(1), true),
            "self" => {}
            item => return (climbed && depth == 0).then(|| item.to_owned()),
        }
    }
    // The path ends at the root itself, by which everything could be had.
    (climbed && depth == 0).then(|| "the whole crate".to_owned())
}

/// Everything at the root of the crate that a source file names, with the line.
fn root_items(module: &[&str], source: &str) -> Vec<(String, usize)> {
    let tokens = tokens(source);
    let mut module: Vec<String> = module.iter().map(ToString::to_string).collect();
    let mut inline = Vec::new(); // the brace depths at which inline modules began
    let (mut braces, mut at) = (0, 0);
    let mut found = Vec::new();
    while at < tokens.len() {
        let next = tokens.get(at + 1).map(|(word, _)| word.as_str());
        match tokens[at].0.as_str() {
            "mod" if tokens.get(at + 2).is_some_and(|(word, _)| word == "{") => {
                module.push(tokens[at + 1].0.clone());
                inline.push(braces);
                at += 1;
            }
            "{" => braces += 1,
            "}" => {
                braces -= 1;
                if inline.last() == Some(&braces) {
                    inline.pop();
                    module.pop();
                }
            }
            "crate" | "super" | "self" if matches!(next, Some("::" | "as")) => {
                let mut paths = Vec::new();
                let line = tokens[at].1;
                at = read_paths(&tokens, at, Vec::new(), &mut paths);
                let items = paths.iter().filter_map(|path| root_item(&module, path));
                found.extend(items.map(|item| (item, line)));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether something in `layer` may name this item at the root: its own layer or a lower one.
fn allowed(layers: &[String], layer: &str, item: &str) -> bool {
    let height = |name: &str| layers.iter().position(|known| known == name);
    matches!((height(layer), height(item)), (Some(from), Some(to)) if to <= from)
}

/// The modules in the table of `src/lib.rs`'s documentation, lowest first.
fn layers(lib: &str) -> Vec<String> {
    lib.lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// All Rust files of a folder and its subfolders.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module that a file makes, as the words of its path below `src`.
fn module_of(file: &Path) -> Vec<&str> {
    let mut words: Vec<&str> = file.iter().filter_map(|word| word.to_str()).collect();
    let name = words.pop().unwrap_or_default();
    match name.trim_end_matches(".rs") {
        "mod" | "lib" | "main" => {}
        name => words.push(name),
    }
    words
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn lib_source() -> String {
    fs::read_to_string(source_folder().join("lib.rs")).expect("src/lib.rs can be read")
}

#[test]
fn modules_import_only_from_below() {
    let layers = layers(&lib_source());
    let mut files = Vec::new();
    rust_files(&source_folder(), &mut files);
    assert!(files.len() > 30, "only {} files were found", files.len());
    let mut faults = Vec::new();
    let mut checked = 0;
    for file in &files {
        let below_src = file.strip_prefix(source_folder()).expect("found there");
        let module = module_of(below_src);
        let Some(&layer) = module.first() else {
            continue; // lib.rs and main.rs stand above all layers
        };
        let source = fs::read_to_string(file).expect("the file can be read");
        for (item, line) in root_items(&module, &source) {
            checked += 1;
            if !allowed(&layers, layer, &item) {
                let file = below_src.display();
                faults.push(format!("src/{file}:{line}: {layer} must not import {item}"));
            }
        }
    }
    assert!(checked > 30, "only {checked} paths were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_names_every_module() {
    let lib = lib_source();
    let mut listed = layers(&lib);
    let mut declared: Vec<String> = lib
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "))
        .map(|name| name.trim_end_matches(';').to_owned())
        .collect();
    listed.sort();
    declared.sort();
    assert_eq!(
        listed, declared,
        "the table against the `mod` lines of src/lib.rs"
    );
}

/// The checker itself, on a sample in which every form of path occurs.
#[test]
fn every_form_of_path_is_seen() {
    let sample = r##"
        //! [`crate::in_a_comment`]
        use crate::{alone, nested::{self, deep::Thing}, renamed as other};
        use super::sibling; /* crate::in_a_block /* nested */ crate::still */
        use super::super::{climbed::Thing, super::past_the_root};
        pub(crate) fn f<'a>(x: &'a str) -> crate::returned::T { "crate::in_a_string" }
        const R: &str = r#"crate::in_a_raw_string " "#; const Q: char = '"';
        mod tests {
            use super::*;
            use super::super::own_layer;
            use super::super::super::from_tests::Thing;
            const C: [char; 2] = ['\'', '{'];
            fn g() { if true { self::super::super::super::inline() } }
        }
        use super::super::after_tests;
        macro_rules! m { () => { $crate::in_a_macro::call() } }
        use crate::*;
        use crate as everything;
    "##;
    let items = root_items(&["layer", "file"], sample);
    let names: Vec<&str> = items.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "alone",
        "nested",
        "nested",
        "renamed",
        "climbed",
        "past_the_root",
        "returned",
        "from_tests",
        "inline",
        "after_tests",
        "in_a_macro",
        "*",
        "the whole crate",
    ];
    assert_eq!(names, expected);
    assert_eq!(items[0].1, 3, "the line is counted");
}

#[test]
fn an_import_from_above_is_a_fault() {
    let table = "//! | [`low`] | … |\n//! | [`middle`] | … |\n//! | [`high`] | … |";
    let layers = layers(table);
    assert_eq!(layers, ["low", "middle", "high"]);
    let source = "use crate::{low::A, middle::B, high::C, unknown::D};";
    let refused: Vec<String> = root_items(&["middle"], source)
        .into_iter()
        .map(|(item, _)| item)
        .filter(|item| !allowed(&layers, "middle", item))
        .collect();
    assert_eq!(refused, ["high", "unknown"]);
}
