//! Words that are the same name in another spelling. They make two names similar, never equal: who pays decides.

/// Spellings of one name, each name on a line. Names whose spellings differ by a letter or two are found without it.
const SPELLINGS: &[&[&str]] = &[
    &["mohammed", "muhammad", "mohamed", "muhammed", "mohammad", "muhammadu", "mamman", "mamadou"],
    &["yusuf", "yusif", "yusufu", "yussif", "yussuf", "yusuph", "yousef"],
    &["abubakar", "abubakr", "aboubakar", "abubakari"],
    &["usman", "uthman", "osman", "ousmane", "usmanu"],
    &["umar", "omar", "umaru", "oumar"],
    &["ali", "aliyu", "aliu"],
    &["aisha", "aishat", "aishatu", "ayisha", "aicha"],
    &["fatima", "fatimah", "fatimat", "fatimatu", "fati", "fatma"],
    &["hauwa", "hawa", "hawwa"],
    &["zainab", "zaynab", "zainabu", "zeinab", "zenabu"],
    &["khadija", "hadiza", "khadijat", "kadija", "hadija"],
    &["maryam", "mariam", "mariama", "maryamu"],
    &["suleiman", "sulaiman", "sulemana", "sulaimon", "suleman"],
    &["abdullahi", "abdullah", "abdallah", "abdulai"],
    &["isa", "isah", "issa", "issah"],
    &["musa", "musah", "moussa"],
    &["idris", "iddrisu", "idrissu"],
    &["sadiq", "sadik", "siddiq"],
    &["yakubu", "yaqub", "yakub"],
    &["haruna", "haroun", "harun"],
    &["rashid", "rasheed", "rashidu"],
    &["lawal", "lawan", "lawwal"],
    &["kwesi", "kwasi", "akwasi", "akwesi", "siisi"],
    &["kwabena", "kobina", "kobena", "ebo"],
    &["kwaku", "kweku", "ekow"],
    &["kojo", "kwadwo", "kodjo", "cudjoe"],
    &["kofi", "koffi", "coffie"],
    &["kwame", "kwami", "ato"],
    &["yaw", "yao", "ekwow"],
    &["akua", "ekua", "akuba"],
    &["adwoa", "adjoa", "ajoa"],
    &["afua", "afia", "efua"],
    &["yaa", "yaaba", "aba"],
    &["ama", "amma", "amba"],
    &["stephen", "steven"],
    &["geoffrey", "jeffrey"],
    &["catherine", "katherine", "kathryn"],
    &["joseph", "yosef"],
];

/// The least letters of a name's beginning that stands for it: `Ben` for `Benjamin`.
const BEGINNING_LETTERS_MIN: usize = 3;
/// The same of its end: `Segun` for `Olusegun`.
const END_LETTERS_MIN: usize = 4;

/// Returns whether two words can be one name, spelled or shortened differently.
pub(super) fn is_similar(one: &str, other: &str) -> bool {
    let is_known = |word: &str, spellings: &[&str]| spellings.contains(&word);
    SPELLINGS.iter().any(|spellings| is_known(one, spellings) && is_known(other, spellings))
        || is_short_form(one, other)
        || one.replacen("oluwa", "olu", 1) == other.replacen("oluwa", "olu", 1)
        || is_misspelt(one, other)
}

fn is_short_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let letters = short.chars().count();
    (letters >= BEGINNING_LETTERS_MIN && long.starts_with(short))
        || (letters >= END_LETTERS_MIN && long.ends_with(short))
}

/// One wrong letter in five, two in eight.
fn is_misspelt(one: &str, other: &str) -> bool {
    let letters = one.chars().count().min(other.chars().count());
    let allowed = match letters {
        0..=4 => return false,
        5..=7 => 1,
        _ => 2,
    };
    strsim::damerau_levenshtein(one, other) <= allowed
}
