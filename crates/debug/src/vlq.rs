//! Numbers of variable length in base 64, as source maps have them. In mappings, the lowest bit is the sign; the field
//! `scopes` has numbers without a sign, too.

/// The digits, by value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Whether another digit follows.
const MORE: u64 = 1 << 5;

/// Numbers have at most so many bits: sums of them do not overflow.
const MOST_BITS: u32 = 40;

/// The value of a digit.
fn value(digit: u8) -> Option<u64> {
    Some(
        match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        }
        .into(),
    )
}

/// Reads a number, and moves the text behind it. `None` if there is none, or a larger one than any map has.
pub(crate) fn read(text: &mut &[u8]) -> Option<i64> {
    let number = read_unsigned(text)?;
    let magnitude = (number >> 1) as i64;
    Some(if number & 1 == 0 { magnitude } else { -magnitude })
}

/// Reads a number without a sign.
pub(crate) fn read_unsigned(text: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&digit, rest) = text.split_first()?;
        *text = rest;
        let digit = value(digit)?;
        if shift > MOST_BITS {
            return None;
        }
        number |= (digit & (MORE - 1)) << shift;
        shift += 5;
        if digit & MORE == 0 {
            return Some(number);
        }
    }
}

/// Writes a number.
pub(crate) fn write(number: i64, out: &mut String) {
    write_unsigned((number.unsigned_abs() << 1) | u64::from(number < 0), out);
}

/// Writes a number without a sign.
pub(crate) fn write_unsigned(number: u64, out: &mut String) {
    let mut rest = number;
    loop {
        let digit = rest & (MORE - 1);
        rest >>= 5;
        let more = if rest > 0 { MORE } else { 0 };
        out.push(char::from(DIGITS[(digit | more) as usize]));
        if rest == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, -1, 15, 16, -16, 31, 32, 1023, -1024, 1 << 31, -(1 << 31), 1 << 36] {
            let mut text = String::new();
            write(number, &mut text);
            let mut rest = text.as_bytes();
            assert_eq!((read(&mut rest), rest.len()), (Some(number), 0), "{text}");
        }
        let mut text = String::new();
        [0, 1, -1, 123].iter().for_each(|&number| write(number, &mut text));
        assert_eq!(text, "ACD2H");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "g", "!", "gggggggggggggggggggA"] {
            assert_eq!(read(&mut text.as_bytes()), None, "{text}");
        }
    }
}
