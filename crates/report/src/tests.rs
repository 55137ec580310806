use super::*;
use data::{BeforeAfter, FunctionFate, FunctionRecord, HistoryRecord, RemarkRecord, StepRecord};
use invar_analysis::snapshot::{Block, Snapshot};

fn snapshot(text: &str) -> Snapshot {
    let block = Block { name: "b0".into(), text: text.into(), ..Block::default() };
    Snapshot { head: "func : ty0 {\n".into(), blocks: vec![block], ..Snapshot::default() }
}

/// A function whose history takes some room: its texts have nothing in common.
fn function(index: u32, changes: u64) -> FunctionRecord {
    let text = |seed: u32| -> String {
        (0..200_u32)
            .map(|at| format!("  v{at} = i32.const {}\n", (at ^ seed).wrapping_mul(2_654_435_761)))
            .collect()
    };
    let step = |at| StepRecord {
        pass: "fold".into(),
        after: snapshot(&text(at)),
        ..StepRecord::default()
    };
    FunctionRecord {
        index,
        name: format!("f{index}"),
        bytes: BeforeAfter { before: Some(10), after: Some(8) },
        changes,
        history: Some(HistoryRecord {
            first: snapshot(&text(1 << 20 | index)),
            steps: vec![step(index)],
        }),
        ..FunctionRecord::default()
    }
}

fn page(count: u32) -> Page {
    let functions = (0..count).map(|index| function(index, u64::from(index) % 7)).collect();
    Page { title: "app.wasm".into(), functions, ..Page::default() }
}

fn shown(html: &str) -> Vec<usize> {
    let parts = html.split("<script type=\"application/gzip\" id=\"f").skip(1);
    parts.map(|part| part.split_once('"').unwrap().0.parse().unwrap()).collect()
}

#[test]
fn equal_pages_are_equal_texts() {
    assert!(render(page(100), &()) == render(page(100), &()));
}

#[test]
fn a_page_keeps_to_its_limit() {
    let mut page = page(200);
    page.functions[0].asked = true;
    let all = render(page.clone(), &());
    assert_eq!(shown(&all).len(), 200);
    let limit = all.len() / 2;
    let half = render_within(page, &(), limit);
    assert!(half.len() <= limit, "{} of {limit}", half.len());
    let shown = shown(&half);
    assert!((40..160).contains(&shown.len()), "{}", shown.len());
    assert!(shown.contains(&0), "it was asked for");
    assert!(shown.contains(&6) && shown.contains(&13), "they changed most");
    assert!(!shown.contains(&7), "it changed least");
}

#[test]
fn what_a_module_names_cannot_leave_its_element() {
    let name = "</script><script>alert(\"1\")</script><!--";
    let remark = RemarkRecord { what: name.into(), ..RemarkRecord::default() };
    let fate = FunctionFate::Failed(name.into());
    let mut page = page(1);
    page.title = name.into();
    page.command = name.into();
    page.notes.push(name.into());
    page.remarks.push(remark);
    page.functions[0] = FunctionRecord { name: name.into(), fate, ..function(0, 1) };
    let html = render(page, &());
    let elements =
        |html: &str| (html.matches("<script").count(), html.matches("</script>").count());
    assert_eq!(elements(&html), elements(&render(self::page(1), &())));
    assert!(!html.contains("<!--"));
}

#[test]
fn names_of_many_functions_are_cut() {
    let name = "é".repeat(1000);
    let function = || FunctionRecord { name: name.clone(), ..FunctionRecord::default() };
    let page = Page { functions: (0..3).map(|_| function()).collect(), ..Page::default() };
    let html = render(page, &());
    assert!(html.contains(&format!("\"{}…\"", "é".repeat(200))));
}

#[test]
fn pictures_take_bounded_time() {
    let third = PICTURES / 3;
    // What was asked for, many small ones, and of the large ones those that are first.
    let costs = [PICTURES * 9, third, 10, third, third, 10];
    let asked = [true, false, false, false, false, false];
    assert_eq!(within(&asked, &costs), [true, true, true, true, false, true]);
}

/// A text of so many lines for each function.
struct Lines(usize);

impl Texts for Lines {
    fn of(&self, place: usize) -> Option<data::FunctionText> {
        let line =
            |n: usize| format!("i32.const {}    @{n:x}\n", n.wrapping_mul(2_654_435_761) ^ place);
        let text: String = (0..self.0).map(line).collect();
        let lines = vec![(0, "a.c:1".to_string())];
        Some(data::FunctionText { before: Some(text), lines, ..Default::default() })
    }
}

#[test]
fn texts_of_functions_take_what_room_is_left() {
    let chunks = |html: &str| html.matches("<script type=\"application/gzip\" id=\"t").count() - 1;
    let without = render(page(50), &());
    assert_eq!(chunks(&without), 0);
    let all = render(page(50), &Lines(500));
    assert!(chunks(&all) > 1 && all.len() > without.len());
    let limit = (all.len() + without.len()) / 2;
    let some = render_within(page(50), &Lines(500), limit);
    assert!(some.len() <= limit && chunks(&some) < chunks(&all), "{} of {limit}", some.len());
}

#[test]
fn texts_of_sources_that_have_no_room_are_left_out() {
    let text: String =
        (0..20_000_u32).map(|n| format!("{}\n", n.wrapping_mul(2_654_435_761))).collect();
    let file = |name: &str, bytes| data::FileRecord {
        name: name.into(),
        text: Some(text.clone()),
        lines: vec![(1, bytes, bytes)],
    };
    let page = Page { files: vec![file("a.c", 10), file("b.c", 90)], ..Page::default() };
    let html = render(page.clone(), &());
    assert!(html.contains("[\"a.c\",true,10,10],[\"b.c\",true,90,90]"));
    let html = render_within(page, &(), 600_000);
    assert!(html.contains("[\"a.c\",false,10,10],[\"b.c\",true,90,90]"));
}
