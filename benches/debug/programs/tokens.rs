//! A parser with errors, slices and matches.
#![no_std]

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn note(value: i32);
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

struct Parser<'a> { text: &'a [u8], at: usize }

enum Fault { End, Digit(u8) }

impl Parser<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        note(byte.map_or(-1, i32::from));
        byte
    }

    fn peek(&self) -> u8 { self.text.get(self.at).copied().unwrap_or(b'$') }

    fn factor(&mut self) -> Result<i32, Fault> {
        match self.next().ok_or(Fault::End)? {
            b'(' => {
                let inner = self.sum()?;
                self.next();
                Ok(inner)
            }
            digit @ b'0'..=b'9' => Ok(i32::from(digit - b'0')),
            other => Err(Fault::Digit(other)),
        }
    }

    fn product(&mut self) -> Result<i32, Fault> {
        let mut value = self.factor()?;
        while self.peek() == b'*' {
            self.next();
            value *= self.factor()?;
            note(value);
        }
        Ok(value)
    }

    fn sum(&mut self) -> Result<i32, Fault> {
        let mut value = self.product()?;
        while let op @ (b'+' | b'/') = self.peek() {
            self.next();
            let right = self.product()?;
            value = if op == b'+' { value + right } else { value / right };
        }
        Ok(value)
    }
}

fn evaluate(text: &[u8]) -> i32 {
    match (Parser { text, at: 0 }).sum() {
        Ok(value) => value,
        Err(Fault::End) => { note(-2); -1 }
        Err(Fault::Digit(byte)) => { note(i32::from(byte)); -2 }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    let texts: [&[u8]; 4] = [b"1+2*(3+4)*5", b"((8/2)+1)*7", b"9*", b"2*x"];
    texts.iter().map(|text| evaluate(text)).sum::<i32>() + n
}

#[unsafe(no_mangle)]
pub extern "C" fn divide(_: i32) -> i32 { evaluate(b"3*4/(1*0)") }

#[unsafe(no_mangle)]
pub extern "C" fn slice(n: i32) -> i32 { evaluate(&b"1+2"[(n as usize) + 4..]) }
