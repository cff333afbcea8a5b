use crate::{
    double_payment::{NOVEMBER, approved, draft, review, staff},
    support::World,
};

/// A name, and others that are it: nobody could tell them apart, or nobody would.
const NAMES: [(&str, &[&str]); 7] = [
    (
        "Café staff",
        &[
            "Cafe\u{301} staff",
            "Ｃａｆé ｓｔａｆｆ",
            "CAFÉ STAFF",
            "Café\u{a0}staff",
            "Ca\u{200b}fé staff",
            "Caf\u{200d}é staff",
            "Café staff\u{feff}",
            "Café \u{2060}staff",
            "Café sta\u{ad}ff",
            "Café\u{200e} staff",
        ],
    ),
    ("Straße team", &["STRASSE team", "Strasse Team", "STRAẞE TEAM"]),
    ("Final pay №2", &["ﬁnal pay №2", "Final pay No2", "Final pay №２"]),
    ("Σίσυφος works", &["ΣΊΣΥΦΟΣ works", "Σίσυφοσ works"]),
    (
        "Mid-month pay",
        &[
            "Mid\u{2010}month pay",
            "Mid\u{2011}month pay",
            "Mid\u{2012}month pay",
            "Mid\u{2013}month pay",
            "Mid\u{2014}month pay",
            "Mid\u{2212}month pay",
            "Mid\u{ff0d}month pay",
        ],
    ),
    ("Ada's team", &["Ada\u{2019}s team", "Ada\u{2018}s team", "Ada\u{2bc}s team", "Ada\u{ff07}s team"]),
    (
        "\"Night\" shift",
        &["\u{201c}Night\u{201d} shift", "\u{201e}Night\u{201c} shift", "\u{ff02}Night\u{ff02} shift"],
    ),
];

/// Other people stand in it: the name alone tells.
#[tokio::test(flavor = "multi_thread")]
async fn by_its_letters() {
    let world = World::without_callbacks().await;
    let others = draft(&world, &staff(50..53)).await;
    let mut taken = Vec::new();
    for (number, (name, variants)) in (0..).zip(NAMES) {
        approved(&world, &staff(number..number + 1), name, NOVEMBER).await;
        for variant in variants {
            if review(&world, others, variant, NOVEMBER).await.is_ok() {
                taken.push(format!("{name} / {}", variant.escape_debug()));
            }
        }
    }
    assert_eq!(taken, Vec::<String>::new());
}

/// A period is four digits, a hyphen and two, and nothing else is the same one.
#[tokio::test(flavor = "multi_thread")]
async fn by_its_period() {
    const PERIODS: [(&str, &[&str]); 2] = [
        (
            NOVEMBER,
            &[
                " 2026-11",
                "+2026-11",
                "2026-011",
                "02026-11",
                "2026-11-",
                "2026- 11",
                "2026 -11",
                "2026\u{2011}11",
                "2026\u{2013}11",
                "２０２６-１１",
                "2026-\u{200b}11",
                "2026-1١",
            ],
        ),
        ("2026-01", &["2026-1", "+2026-1", "2026-001"]),
    ];
    let world = World::without_callbacks().await;
    let others = draft(&world, &staff(50..53)).await;
    let mut taken = Vec::new();
    for (number, (period, variants)) in (0..).zip(PERIODS) {
        approved(&world, &staff(number..number + 1), "Salaries", period).await;
        for variant in variants {
            if review(&world, others, "Salaries", variant).await.is_ok() {
                taken.push(format!("{period} / {variant}"));
            }
        }
    }
    for variant in ["26-11", "-2026-11", "12026-11", "2026-13", "2026-00", "0000-11", "2026"] {
        if review(&world, others, "Others", variant).await.is_ok() {
            taken.push(variant.to_owned());
        }
    }
    assert_eq!(taken, Vec::<String>::new());
}
