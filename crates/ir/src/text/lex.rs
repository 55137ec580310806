//! Tokens of the text format, and the errors of its parser.
//!
//! A token is a word (names, numbers, handles), a string, or one character of punctuation. Where
//! a line ends matters in one place, lists of operands, so each token knows whether it is the
//! first of its line. One pass over the bytes, no copies but those of strings.

use std::fmt;

/// Why a text does not parse: the position and a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A message quotes the text, which may be one long word.
        const MOST: usize = 200;
        let shown: String = self.message.chars().take(MOST).collect();
        let cut = if shown.len() < self.message.len() { "..." } else { "" };
        write!(f, "line {}, column {}: {shown}{cut}", self.line, self.column)
    }
}

impl std::error::Error for ParseError {}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Word(&'a str),
    String(Vec<u8>),
    /// A character of `(){}[],:=!@`.
    Mark(char),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::String(_) => f.write_str("a string"),
            Token::Mark(mark) => write!(f, "`{mark}`"),
            Token::End => f.write_str("the end"),
        }
    }
}

/// A place in the text.
pub(super) type Pos = usize;

/// An error at a place; line and column are computed when it is reported.
#[derive(Debug)]
pub(super) struct Failure {
    pub at: Pos,
    pub message: String,
}

pub(super) type Parsed<T> = Result<T, Failure>;

pub(super) fn fail<T>(at: Pos, message: impl Into<String>) -> Parsed<T> {
    Err(Failure { at, message: message.into() })
}

impl Failure {
    pub fn into_error(self, text: &str) -> ParseError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        ParseError { line: line as u32 + 1, column: column as u32 + 1, message: self.message }
    }
}

/// A reader of tokens with one token of look-ahead.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the look-ahead ends.
    at: Pos,
    /// The look-ahead.
    token: Token<'a>,
    /// Where it starts.
    start: Pos,
    /// Whether it is the first of its line.
    first: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Parsed<Self> {
        let mut lexer = Lexer { text, at: 0, token: Token::End, start: 0, first: true };
        lexer.next()?;
        Ok(lexer)
    }

    /// Whether the next token is the first of its line.
    pub fn at_line_start(&self) -> bool {
        self.first
    }

    /// The next token.
    pub fn peek(&self) -> &Token<'a> {
        &self.token
    }

    /// Where the next token starts.
    pub fn pos(&self) -> Pos {
        self.start
    }

    /// The next token, if it is a word.
    pub fn peek_word(&self) -> Option<&'a str> {
        match self.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The next token, if it is a word and on the same line as the one before.
    pub fn peek_word_on_line(&self) -> Option<&'a str> {
        if self.first { None } else { self.peek_word() }
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Parsed<Token<'a>> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        // The very first token of the text starts a line too.
        let mut first = at == 0;
        loop {
            match bytes.get(at) {
                Some(b'\n') => first = true,
                Some(b' ' | b'\t' | b'\r') => {}
                Some(b';') => {
                    while bytes.get(at).is_some_and(|&byte| byte != b'\n') {
                        at += 1;
                    }
                    continue;
                }
                _ => break,
            }
            at += 1;
        }
        let start = at;
        let token = match bytes.get(at) {
            None => Token::End,
            Some(b'"') => {
                let (string, end) = string(bytes, at + 1)?;
                at = end;
                Token::String(string)
            }
            Some(
                &mark
                @ (b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=' | b'!' | b'@'),
            ) => {
                at += 1;
                Token::Mark(mark.into())
            }
            Some(_) => {
                while let Some(&byte) = bytes.get(at) {
                    let nan = byte == b':' && self.text[start..at].ends_with("nan");
                    let of_word = byte.is_ascii_alphanumeric() || b"_.-+>".contains(&byte);
                    if !nan && !of_word {
                        break;
                    }
                    at += 1;
                }
                if at == start {
                    let c = self.text[start..].chars().next().unwrap_or(' ');
                    return fail(start, format!("the character {c:?} has no meaning here"));
                }
                Token::Word(&self.text[start..at])
            }
        };
        (self.at, self.start, self.first) = (at, start, first);
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// An error about the next token.
    pub fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        fail(self.start, format!("expected {wanted}, found {}", self.token))
    }

    /// Takes a mark if it is next.
    pub fn eat(&mut self, mark: char) -> Parsed<bool> {
        let found = self.token == Token::Mark(mark);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Takes a word if it is next.
    pub fn eat_word(&mut self, word: &str) -> Parsed<bool> {
        let found = self.token == Token::Word(word);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    pub fn expect(&mut self, mark: char) -> Parsed<()> {
        if self.eat(mark)? { Ok(()) } else { self.unexpected(&format!("`{mark}`")) }
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word)? { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    /// Takes a word; `wanted` says what it should be.
    pub fn word(&mut self, wanted: &str) -> Parsed<&'a str> {
        let Some(word) = self.peek_word() else { return self.unexpected(wanted) };
        self.next()?;
        Ok(word)
    }

    /// Takes a string of bytes.
    pub fn bytes(&mut self) -> Parsed<Vec<u8>> {
        match &mut self.token {
            Token::String(bytes) => {
                let bytes = std::mem::take(bytes);
                self.next()?;
                Ok(bytes)
            }
            _ => self.unexpected("a string"),
        }
    }

    /// Takes a string of text.
    pub fn string(&mut self) -> Parsed<String> {
        let at = self.start;
        match String::from_utf8(self.bytes()?) {
            Ok(string) => Ok(string),
            Err(_) => fail(at, "a name must be UTF-8"),
        }
    }

    /// Takes a string of text if one is next.
    pub fn opt_string(&mut self) -> Parsed<Option<String>> {
        match self.token {
            Token::String(_) => self.string().map(Some),
            _ => Ok(None),
        }
    }

    /// Takes a number, decimal or `0x`.
    pub fn number<T: TryFrom<u64>>(&mut self) -> Parsed<T> {
        match self.peek_word().and_then(number).and_then(|number| T::try_from(number).ok()) {
            Some(number) => {
                self.next()?;
                Ok(number)
            }
            None => self.unexpected("a number in range"),
        }
    }

    /// The next word as a handle, if it is one with this prefix.
    pub fn peek_handle(&self, prefix: &str) -> Option<u32> {
        handle(self.peek_word()?, prefix)
    }

    /// Takes a handle with this prefix. Its number can be that of an entity.
    pub fn handle(&mut self, prefix: &str) -> Parsed<u32> {
        match self.peek_handle(prefix) {
            Some(u32::MAX) | None => self.unexpected(&format!("`{prefix}` and a number")),
            Some(number) => {
                self.next()?;
                Ok(number)
            }
        }
    }
}

/// A decimal or hexadecimal number.
pub(super) fn number(word: &str) -> Option<u64> {
    match word.strip_prefix("0x") {
        Some(digits) if !digits.starts_with('+') => u64::from_str_radix(digits, 16).ok(),
        _ if word.starts_with(|c: char| c.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

/// The number of a handle with this prefix.
pub(super) fn handle(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    digits.starts_with(|c: char| c.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The string whose first byte is at `at`, and where it ends.
fn string(bytes: &[u8], mut at: Pos) -> Parsed<(Vec<u8>, Pos)> {
    let start = at - 1;
    let mut string = Vec::new();
    loop {
        let &byte = match bytes.get(at) {
            None | Some(b'\n') => return fail(start, "this string does not end on its line"),
            Some(byte) => byte,
        };
        at += 1;
        match byte {
            b'"' => return Ok((string, at)),
            b'\\' => {
                let digit = |at: Pos| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
                let escape = bytes.get(at).copied().unwrap_or(b' ');
                at += 1;
                match escape {
                    b'n' => string.push(b'\n'),
                    b't' => string.push(b'\t'),
                    b'r' => string.push(b'\r'),
                    b'"' | b'\\' | b'\'' => string.push(escape),
                    b'u' => {
                        let rest = &bytes[at.min(bytes.len())..];
                        let close = rest.iter().take(12).position(|&byte| byte == b'}');
                        let c = close
                            .filter(|_| rest[0] == b'{')
                            .and_then(|close| std::str::from_utf8(&rest[1..close]).ok())
                            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                            .and_then(char::from_u32);
                        let (Some(c), Some(close)) = (c, close) else {
                            return fail(at, "`\\u` must be followed by a code point in braces");
                        };
                        string.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                        at += close + 1;
                    }
                    _ => match (digit(at - 1), digit(at)) {
                        (Some(high), Some(low)) => {
                            string.push((high * 16 + low) as u8);
                            at += 1;
                        }
                        _ => return fail(at - 1, "this escape has no meaning"),
                    },
                }
            }
            byte => string.push(byte),
        }
    }
}
