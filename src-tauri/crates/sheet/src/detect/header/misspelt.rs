//! Headings with wrong letters: `Acount Numbr`. Such a column is only taken without a question if its content fits, and
//! if no other column could hold the same.

use paysheet_domain::Field;

use crate::{
    detect::{table::Candidate, words::content::Profile},
    vocabulary::Meaning,
};

/// Raises a doubt about the columns with misspelt headings that the content of the table does not confirm.
pub(crate) fn doubt(columns: &mut [Candidate], profiles: &[Profile]) {
    let is_confirmed = |index: usize, field: Field| {
        let is_rival = |(at, (column, profile)): (usize, (&Candidate, &Profile))| {
            at != index && may_be(column, profile, field)
        };
        fits(profiles.get(index), field) && !columns.iter().zip(profiles).enumerate().any(is_rival)
    };
    let doubtful = columns.iter().enumerate().filter_map(|(index, (_, recognised))| {
        let found = recognised.filter(|found| found.is_misspelt)?;
        let Meaning::Field(field) = found.meaning else { return None };
        (is_asked(field) && !is_confirmed(index, field)).then_some(index)
    });
    let doubtful: Vec<usize> = doubtful.collect();
    for (index, (_, recognised)) in columns.iter_mut().enumerate() {
        if let Some(found) = recognised.as_mut().filter(|_| doubtful.contains(&index)) {
            found.is_doubtful = true;
        }
    }
}

/// Whether one column has a part of the names, and another one has words without a known heading: perhaps the other part.
/// It need not be beside the first.
pub(crate) fn is_name_part_alone(columns: &[Candidate], profiles: &[Profile]) -> bool {
    let is_part = |(_, recognised): &&Candidate| {
        recognised.is_some_and(|found| matches!(found.meaning, Meaning::NamePart(_)))
    };
    let parts = columns.iter().filter(is_part);
    let mut others = columns.iter().zip(profiles).filter(|((_, recognised), _)| recognised.is_none());
    parts.count() == 1 && others.any(|(_, profile)| profile.is_wordy())
}

/// Whether a wrong column would send money astray.
const fn is_asked(field: Field) -> bool {
    matches!(field, Field::Amount | Field::AccountNumber | Field::BankName | Field::BankCode)
}

fn fits(profile: Option<&Profile>, field: Field) -> bool {
    let is_code = field == Field::BankCode;
    profile
        .is_some_and(|profile| if is_code { profile.is_bank_codes() } else { profile.fits(field).is_some() })
}

/// Whether another column has words of the field, or no known words and content that fits. A bank has a name and a code.
fn may_be((_, recognised): &Candidate, profile: &Profile, field: Field) -> bool {
    match recognised.map(|found| found.meaning) {
        Some(Meaning::Field(of) | Meaning::Denied(of)) => of == field && profile.filled > 0,
        Some(Meaning::NamePart(_) | Meaning::Ignored) => false,
        None => fits(Some(profile), field),
    }
}
