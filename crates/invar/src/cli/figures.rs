//! Numbers for people.

/// A number with its digits in groups of three.
pub fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The same with its sign.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!("{sign}{}", group(number.unsigned_abs()))
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A part of a whole in percent.
pub fn share(part: u64, whole: u64) -> String {
    percent(part as f64 / whole.max(1) as f64)
}

/// By how much a figure changed, in percent of what it was; nothing if it did not.
pub fn change(before: u64, after: u64) -> String {
    match (before, after) {
        _ if before == after => String::new(),
        (0, _) => "new".to_owned(),
        _ => format!("{:+.1}%", (after as f64 - before as f64) / before as f64 * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let grouped = [0, 12, 999, 1000, 1234567].map(group);
        assert_eq!(grouped, ["0", "12", "999", "1,000", "1,234,567"]);
        assert_eq!([-1000, 0, 5].map(signed), ["-1,000", "+0", "+5"]);
    }

    #[test]
    fn changes_are_in_percent_of_what_was() {
        assert_eq!(change(200, 100), "-50.0%");
        assert_eq!(change(0, 100), "new");
        assert_eq!(change(100, 0), "-100.0%");
        assert_eq!(change(7, 7), "");
    }
}
