//! The notices of the crates in the program: `assets/LICENCES.md` names every crate with its
//! version and the notices that its licence asks for.
//!
//! `make licences` writes the file anew, from what Cargo and the crates themselves say.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is built for; other systems may need other crates.
const PLATFORMS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
];

/// The licences that a crate may be used under, the preferred first. All are compatible with
/// GPL-3.0-or-later: <https://www.gnu.org/licenses/license-list.html>.
const COMPATIBLE: [&str; 6] = [
    "MIT",
    "Zlib",
    "BSD-2-Clause",
    "Unicode-3.0",
    "Apache-2.0",
    "GPL-3.0-or-later",
];

/// The MIT licence without its copyright notices.
const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the \"Software\"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
";

const HEAD: &str = "\
# The licences of the crates in the program

Vezér is under the GNU General Public License, version 3 or later, and made with the crates below.
Whoever passes the program on passes these notices on with it. `make licences` writes this file;
`tests/licences.rs` holds it to what the program is made of.

Where a crate offers several licences, the program uses it under the one in the third column; all of
them are compatible with the GNU General Public License, version 3. The table has every crate that the
program may contain on Linux, Windows and macOS, and those that generate code of it. Some have no notice
of their own; there the authors stand that they name, or else where they are found.

The program also contains Rust's standard library, under the MIT licence or the Apache License 2.0, by
the Rust Project's contributors. Its notices come with the compiler, in
`share/doc/rust/COPYRIGHT-library.html` of the folder that `rustc --print sysroot` names.

| crate | version | used under | copyright |
|---|---|---|---|
";

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    /// The licences, as an SPDX expression.
    expression: String,
    authors: Vec<String>,
    repository: String,
    folder: PathBuf,
}

impl Crate {
    fn new(package: &Value) -> Self {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let authors = package["authors"].as_array().into_iter().flatten();
        Self {
            name: text("name"),
            version: text("version"),
            expression: text("license"),
            authors: authors.filter_map(Value::as_str).map(name_alone).collect(),
            repository: text("repository"),
            folder: PathBuf::from(text("manifest_path"))
                .parent()
                .expect("a folder")
                .to_owned(),
        }
    }

    /// The licences that the program uses it under: of each choice the first that suits.
    fn licences(&self) -> Vec<&'static str> {
        let every = self.expression.split(" AND ").map(|choice| {
            let choice = choice.trim_matches(['(', ')']).replace('/', " OR ");
            let offered: Vec<&str> = choice.split(" OR ").map(str::trim).collect();
            let found = COMPATIBLE
                .into_iter()
                .find(|licence| offered.contains(licence));
            found.unwrap_or_else(|| panic!("{}: no known licence in {choice}", self.name))
        });
        every.collect()
    }

    /// The text of a licence as it lies in the crate.
    fn text_of(&self, licence: &str) -> Option<String> {
        let word = licence
            .split('-')
            .next()
            .expect("never empty")
            .to_lowercase();
        let files = fs::read_dir(&self.folder).expect("the crate is here");
        let mut names: Vec<String> = files
            .map(|file| {
                file.expect("readable")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        let own = names.iter().find(|name| {
            let name = name.to_lowercase();
            name.starts_with("license-") && name.contains(&word)
        });
        let only = || {
            let plain = ["license", "license.md", "license.txt"];
            names
                .iter()
                .find(|name| plain.contains(&name.to_lowercase().as_str()))
        };
        let text = fs::read_to_string(self.folder.join(own.or_else(only)?)).ok()?;
        // Some packages hold what was a link in their repository.
        (text.lines().count() > 2).then(|| text.replace('\r', ""))
    }

    /// The notices in the table, and the texts below it: those that are not the usual one.
    fn notices(&self) -> (String, Vec<String>) {
        let (mut notices, mut texts) = (Vec::new(), Vec::new());
        for licence in self.licences() {
            match self.text_of(licence) {
                Some(text) if licence == "MIT" && words(&without_notices(&text)) == words(MIT) => {
                    notices.extend(text.lines().filter(|line| is_notice(line)).map(tidy));
                }
                Some(text) => texts.push(text),
                None => {}
            }
        }
        if notices.is_empty() {
            notices.clone_from(&self.authors);
        }
        if !texts.is_empty() {
            notices.push("see below".to_owned());
        }
        if notices.is_empty() {
            notices.push(format!("its authors, <{}>", self.repository));
        }
        (notices.join("; "), texts)
    }

    fn row(&self) -> String {
        let licences = self.licences().join(", ");
        format!(
            "| {} | {} | {licences} | {} |\n",
            self.name,
            self.version,
            self.notices().0
        )
    }
}

/// Without the address.
fn name_alone(author: &str) -> String {
    author.split(" <").next().expect("never empty").to_owned()
}

fn is_notice(line: &str) -> bool {
    let line = line.trim_start().to_lowercase();
    line.starts_with("copyright (c)") || line.starts_with("copyright 2")
}

fn tidy(notice: &str) -> String {
    let words: Vec<&str> = notice.split_whitespace().collect();
    words.join(" ").replace('|', "/")
}

fn without_notices(text: &str) -> String {
    let titles = ["mit license", "the mit license", "the mit license (mit)"];
    let lines = text.lines().filter(|line| !is_notice(line));
    let lines = lines.filter(|line| !titles.contains(&line.trim().to_lowercase().as_str()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a text, whose lines may be broken anywhere, without a full stop at the end.
fn words(text: &str) -> Vec<&str> {
    text.trim_end()
        .trim_end_matches('.')
        .split_whitespace()
        .collect()
}

/// What `cargo metadata` says of the program on these platforms.
fn metadata(platforms: &[&str], network: bool) -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--locked", "--format-version", "1"]);
    command.args(
        platforms
            .iter()
            .flat_map(|platform| ["--filter-platform", platform]),
    );
    if !network {
        command.arg("--offline");
    }
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("Cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("Cargo prints JSON")
}

/// The crates that the program needs itself, other than for tests and build scripts.
fn crates(metadata: &Value) -> BTreeSet<Crate> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let by_id = |values: &Value| -> BTreeMap<String, Value> {
        let values = list(values).into_iter();
        values
            .map(|value| (value["id"].as_str().expect("an id").to_owned(), value))
            .collect()
    };
    let (packages, nodes) = (
        by_id(&metadata["packages"]),
        by_id(&metadata["resolve"]["nodes"]),
    );
    let root = metadata["resolve"]["root"]
        .as_str()
        .expect("the program itself");
    let mut found = BTreeSet::new();
    let mut open = vec![root.to_owned()];
    while let Some(id) = open.pop() {
        for dependency in list(&nodes[&id]["deps"]) {
            let normal = list(&dependency["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null());
            let id = dependency["pkg"].as_str().expect("an id");
            if normal && found.insert(id.to_owned()) {
                open.push(id.to_owned());
            }
        }
    }
    found.iter().map(|id| Crate::new(&packages[id])).collect()
}

/// The platform that this compiler builds for by itself.
fn host() -> String {
    let output = Command::new(env!("CARGO"))
        .arg("-vV")
        .output()
        .expect("Cargo runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("Cargo knows its host").to_owned()
}

fn page(crates: &BTreeSet<Crate>) -> String {
    let mut page = HEAD.to_owned();
    page.extend(crates.iter().map(Crate::row));
    page += "\n## MIT\n\n```text\n";
    page += MIT;
    page += "```\n\n## GPL-3.0-or-later\n\nThe text is in `LICENSE` of this repository.\n";
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in crates {
        for text in one.notices().1 {
            texts.entry(text).or_default().push(one.name.clone());
        }
    }
    let mut texts: Vec<(String, String)> = texts
        .into_iter()
        .map(|(text, names)| (names.join(", "), text))
        .collect();
    texts.sort();
    for (names, text) in texts {
        page += &format!(
            "\n## {names}\n\n~~~text\n{}\n~~~\n",
            text.trim_matches('\n')
        );
    }
    page
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/LICENCES.md")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path)
        .expect("the file is here")
        .replace('\r', "")
}

#[test]
fn every_crate_in_the_program_is_named() {
    let page = read(&path());
    let crates = crates(&metadata(&[&host()], false));
    assert!(crates.len() > 20, "{crates:?}");
    for one in crates {
        assert!(
            page.contains(&one.row()),
            "`make licences` is needed: {}",
            one.row()
        );
        for text in one.notices().1 {
            assert!(
                page.contains(text.trim_matches('\n')),
                "the text of {}",
                one.name
            );
        }
    }
}

#[test]
fn no_other_crate_is_named() {
    let lock = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"));
    let page = read(&path());
    let (_, table) = page.split_once("|---|---|---|---|\n").expect("a table");
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let entry = format!("name = \"{}\"\nversion = \"{}\"\n", cells[1], cells[2]);
        assert!(lock.contains(&entry), "`make licences` is needed: {row}");
    }
}

/// Not a test: writes the file. It may have to fetch the crates of other platforms first.
#[test]
#[ignore = "writes assets/LICENCES.md"]
fn write() {
    fs::write(path(), page(&crates(&metadata(&PLATFORMS, true)))).expect("the file can be written");
}
