//! Parses lists of codes and names. Banks and branches arrive in the same variants: an object of code → name, or an
//! array of entries, in `data` or one level below it.

use std::collections::HashSet;

use super::{
    json::{Json, Object},
    text, text_at,
};

/// Member names under which a kind of list and its fields can occur, the most likely first.
pub(crate) struct Keys {
    pub lists: &'static [&'static str],
    pub codes: &'static [&'static str],
    pub names: &'static [&'static str],
}

pub(crate) const BANKS: Keys = Keys {
    lists: &["data", "Data", "banks"],
    codes: &["code", "bankcode", "bankCode", "BankCode", "bank_code", "id"],
    names: &["name", "bankname", "bankName", "BankName", "bank_name"],
};

pub(crate) const BRANCHES: Keys = Keys {
    lists: &["data", "Data", "branches"],
    codes: &["code", "branchcode", "branchCode", "BranchCode", "branch_code"],
    names: &["name", "branchname", "branchName", "BranchName", "branch_name"],
};

/// A code with its zeros, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub code: String,
    pub name: String,
}

/// Returns the entries of a list, the first of each code. Entries without a code are omitted; entries without a name
/// use their code as name. Returns none if `data` is no list in any variant.
pub(crate) fn listed(data: &Json, keys: &Keys) -> Option<Vec<Listed>> {
    let entries = match data {
        Json::Null => Vec::new(),
        Json::Array(entries) => of_array(entries, keys),
        Json::Object(object) => of_object(object, keys)?,
        Json::Bool(_) | Json::Number(_) | Json::Text(_) => return None,
    };
    let mut seen = HashSet::new();
    Some(entries.into_iter().filter(|entry| seen.insert(entry.code.clone())).collect())
}

fn of_object(object: &Object, keys: &Keys) -> Option<Vec<Listed>> {
    let Some(inner) = keys.lists.iter().find_map(|key| object.get(key)) else {
        return of_map(object);
    };
    match inner {
        Json::Null => Some(Vec::new()),
        Json::Array(entries) => Some(of_array(entries, keys)),
        Json::Object(map) => of_map(map),
        Json::Bool(_) | Json::Number(_) | Json::Text(_) => None,
    }
}

/// Parses an object of code → name. If no value is a name, the object is not a list.
fn of_map(map: &Object) -> Option<Vec<Listed>> {
    let entries: Vec<_> =
        map.0.iter().filter_map(|(code, name)| entry(Some(code.trim().to_owned()), name)).collect();
    (!entries.is_empty() || map.0.is_empty()).then_some(entries)
}

fn entry(code: Option<String>, name: &Json) -> Option<Listed> {
    let code = code.filter(|code| !code.is_empty())?;
    Some(Listed { code, name: text(name)? })
}

fn of_array(entries: &[Json], keys: &Keys) -> Vec<Listed> {
    let listed = entries.iter().filter_map(Json::as_object).filter_map(|entry| {
        let code = text_at(entry, keys.codes)?;
        let name = text_at(entry, keys.names).unwrap_or_else(|| code.clone());
        Some(Listed { code, name })
    });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::decode::any::any_json;

    fn pairs(data: &Json, keys: &Keys) -> Option<Vec<(String, String)>> {
        listed(data, keys).map(|entries| entries.into_iter().map(|e| (e.code, e.name)).collect())
    }

    fn expect(data: &Value, keys: &Keys, expected: Option<&[(&str, &str)]>) {
        let owned =
            |pairs: &[(&str, &str)]| pairs.iter().map(|(c, n)| ((*c).to_owned(), (*n).to_owned())).collect();
        assert_eq!(pairs(&data.clone().into(), keys), expected.map(owned), "{data}");
    }

    #[test]
    fn bank_lists_of_all_variants() {
        let entry = json!([{"code": "044", "name": "ACCESS"}]);
        let access: Option<&[(&str, &str)]> = Some(&[("044", "ACCESS")]);
        for (data, expected) in [
            (json!({"044": "ACCESS", "058": "GTB"}), Some(&[("044", "ACCESS"), ("058", "GTB")][..])),
            (json!({"044": "ACCESS", "058": null}), access),
            (json!({}), Some(&[][..])),
            (json!(null), Some(&[][..])),
            (json!([]), Some(&[][..])),
            (entry.clone(), access),
            (json!({"data": entry}), access),
            (json!({"Status": "Success", "Data": entry}), access),
            (json!({"banks": entry}), access),
            (json!({"banks": {"044": "ACCESS"}}), access),
            (json!({"Status": "Success", "Data": null}), Some(&[][..])),
            (json!([{"bankcode": "044", "bankname": "ACCESS"}]), access),
            (json!([{"bankCode": "044", "bankName": "ACCESS"}]), access),
            (json!([{"BankCode": "044", "BankName": "ACCESS", "Id": 3}]), access),
            (json!([{"bank_code": "044", "bank_name": "ACCESS"}]), access),
            (json!([{"id": 44, "name": "ACCESS"}]), Some(&[("44", "ACCESS")][..])),
            (json!([{"code": null, "id": "044", "name": " ACCESS "}]), access),
            (json!([{"code": "044", "name": null}]), Some(&[("044", "044")][..])),
            (json!([{"name": "no code"}, null, 3, "x", {"code": "044", "name": "ACCESS"}]), access),
            (json!([{"code": "044", "name": "ACCESS"}, {"code": "044", "name": "AGAIN"}]), access),
            (json!({"banks": "none"}), None),
            (json!({"page": {"of": 1}}), None),
            (json!("none"), None),
            (json!(true), None),
        ] {
            expect(&data, &BANKS, expected);
        }
    }

    #[test]
    fn branch_lists_of_all_variants() {
        let circle: Option<&[(&str, &str)]> = Some(&[("GH060110", "CIRCLE")]);
        let seen = json!({"Id": 387, "BranchCode": "GH060110", "BranchName": "CIRCLE", "SwiftCode": "X"});
        for data in [
            json!({"Status": "Success", "Data": [seen]}),
            json!([{"code": "GH060110", "name": "CIRCLE"}]),
            json!([{"branchcode": "GH060110", "branchname": "CIRCLE"}]),
            json!([{"branchCode": "GH060110", "branchName": "CIRCLE"}]),
            json!({"data": [{"branch_code": "GH060110", "branch_name": "CIRCLE"}]}),
            json!({"branches": [{"code": "GH060110", "name": "CIRCLE"}]}),
            json!({"GH060110": "CIRCLE"}),
        ] {
            expect(&data, &BRANCHES, circle);
        }
    }

    proptest! {
        #[test]
        fn whatever_stands_there_only_whole_entries_come_out(data in any_json()) {
            for keys in [&BANKS, &BRANCHES] {
                for entry in listed(&data, keys).unwrap_or_default() {
                    prop_assert!(!entry.code.is_empty() && !entry.name.is_empty());
                }
            }
        }
    }
}
