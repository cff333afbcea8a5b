//! Misspells headings of some payrolls: a letter is left out, doubled, or another one.

use super::layout::{Column, Deserved, Layout};

/// One payroll of so many has misspelt headings.
const MISSPELT_IN: u8 = 20;
const HEADINGS_MAX: usize = 3;
/// Number of letters of the shortest word that is misspelt.
const LETTERS_MIN: usize = 5;
/// Makes the chance independent of the rest of the payroll, which stays the same for its seed.
const OWN_CHANCE: u64 = 0x6d69_7373_7065_6c74;

pub fn misspell(seed: u64, layout: &mut Layout) {
    let rng = &mut fastrand::Rng::with_seed(seed ^ OWN_CHANCE);
    if rng.u8(..MISSPELT_IN) > 0 {
        return;
    }
    let mut long: Vec<&mut Column> =
        layout.columns.iter_mut().filter(|column| !letters(column).is_empty()).collect();
    rng.shuffle(&mut long);
    for column in long.into_iter().take(rng.usize(1..=HEADINGS_MAX)) {
        column.heading = misspelt(rng, column);
        layout.deserves.insert(Deserved::Misspelt);
    }
}

fn misspelt(rng: &mut fastrand::Rng, column: &Column) -> String {
    let place = rng.choice(letters(column)).unwrap_or(0);
    let mut chars: Vec<char> = column.heading.chars().collect();
    let letter = chars.get(place).copied().unwrap_or('e');
    match rng.u8(..3) {
        0 => {
            chars.remove(place);
        }
        1 => chars.insert(place, letter),
        _ => {
            let other = if letter.is_uppercase() { rng.uppercase() } else { rng.lowercase() };
            chars.splice(place..=place, [other]);
        }
    }
    chars.into_iter().collect()
}

/// Returns the places of the letters that may be wrong: all but the first one of each long word.
fn letters(column: &Column) -> Vec<usize> {
    let mut places = Vec::new();
    let mut word = Vec::new();
    for (place, c) in column.heading.chars().chain([' ']).enumerate() {
        if c.is_alphabetic() {
            word.push(place);
            continue;
        }
        if word.len() >= LETTERS_MIN {
            places.extend(word.iter().skip(1));
        }
        word.clear();
    }
    places
}
