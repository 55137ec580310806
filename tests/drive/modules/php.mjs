// PHP: scripts run by the interpreter that is the module. The build with JSPI unwinds the C stack by WebAssembly's
// exceptions where PHP's `exit` and fatal errors do; that with Asyncify by those of JavaScript.
import { join } from 'node:path';
import { digest } from '../lib.mjs';
import { npmMore } from '../more.mjs';

const scripts = {
  strings: `
$s = implode('', array_map(fn($i) => chr(97 + $i % 26), range(0, 2999)));
echo strlen($s), substr_count($s, 'abc'), strpos($s, 'z', 100), ucwords('a bc d'), strrev('abc'), similar_text('World', 'Word'), levenshtein('kitten', 'sitting'), soundex('Robert'), metaphone('Thompson'), "\\n";
echo sprintf('%05d|%-8s|%+.3f|%x|%b|%e|%\\'*10s', 42, 'ab', 3.14159, 255, 5, 12345.678, 'pad'), number_format(1234567.891, 2), wordwrap('The quick brown fox', 8, "\\n", true), nl2br("a\\nb"), html_entity_decode('&eacute;&lt;'), "\\n";
echo md5($s), crc32($s), sha1('x'), hash('sha256', $s), base64_encode(substr($s, 0, 20)), bin2hex(pack('nvN', 1, 2, 3)), mb_strtoupper('straße é 日本'), mb_substr('日本語', 1, 1), "\\n";`,
  arrays: `
$a = []; for ($i = 0; $i < 3000; $i++) $a[($i * 7919) % 1009] = ($a[$i % 97] ?? 0) + $i;
ksort($a); echo count($a), ' ', array_sum($a), ' ', json_encode(array_slice($a, 0, 5, true)), "\\n";
$b = [[3, 'c'], [1, 'z'], [2, 'b'], [1, 'a']]; usort($b, fn($x, $y) => $x <=> $y); echo json_encode($b), "\\n";
$w = ['banana', 'apple', 'cherry', 'Date', 'img12', 'img10', 'img2']; natcasesort($w); echo implode(',', $w), ' '; rsort($w); echo implode(',', $w), "\\n";
print_r(array_map(null, [1, 2], ['a', 'b'])); print_r(array_chunk([1, 2, 3, 4, 5], 2, true)); print_r(array_count_values(['a', 'b', 'a', 1, '1']));
echo json_encode([array_unique([1, '1', 2, 2.0, 'a', 'A']), array_diff_key(['a' => 1, 'b' => 2], ['a' => 9]), array_merge_recursive(['x' => [1]], ['x' => [2], 'y' => 3]), array_fill_keys(['p', 'q'], 0), range('a', 'e', 2), compact('i'), array_reduce(range(1, 10), fn($c, $x) => $c * $x, 1)]), "\\n";
[$x, [, $y]] = [1, [2, 3]]; ['k' => $k] = ['k' => 'v']; echo $x, $y, $k, max([1, [2], 'abc'][2], 'abd'), min(4, '3.5'), "\\n"; var_dump(array_search('1e1', ['10', 'x']), in_array('abc', [0]), array_is_list([1 => 1]));`,
  exceptions: `
class MyError extends DomainException { public function __construct(string $m, private array $data = []) { parent::__construct($m, 7); } public function data() { return $this->data; } }
function attempt(callable $f) { try { return $f(); } catch (MyError $e) { return 'mine ' . $e->getMessage() . json_encode($e->data()); } catch (TypeError | ValueError $e) { return get_class($e) . ': ' . $e->getMessage(); } catch (Throwable $e) { return 'other ' . get_class($e) . ' ' . $e->getMessage() . ' ' . $e->getLine(); } finally { echo 'f'; } }
foreach ([fn() => throw new MyError('m', [1]), fn() => intdiv(1, 0), fn() => 1 % 0, fn() => strlen(), fn() => array_combine([1], [1, 2]), fn() => (function(int $x) {})('x'), fn() => nope(), fn() => null->x(), fn() => new Missing, fn() => [] > 5, fn() => unserialize('x'), fn() => json_decode('{', flags: JSON_THROW_ON_ERROR), fn() => new DateTime('nonsense'), fn() => str_repeat('x', -1), fn() => match (5) { 1 => 2 }, fn() => (function() { yield 1; throw new LogicException('in generator'); })()->next()] as $f) echo attempt($f), "\\n";
function nested($n) { try { if ($n == 0) throw new RuntimeException('deep'); return nested($n - 1); } finally { $GLOBALS['count'] = ($GLOBALS['count'] ?? 0) + 1; } }
try { nested(200); } catch (Exception $e) { echo $e->getMessage(), $GLOBALS['count'], "\\n"; }
function overriding() { foreach ([1, 2, 3] as $x) { try { throw new Exception("lost $x"); } finally { if ($x > 0) return 'kept'; } } } echo overriding(), "\\n";
try { try { throw new Exception('inner'); } catch (Exception $e) { throw new RuntimeException('outer', 3, $e); } } catch (Exception $e) { echo get_class($e->getPrevious()), $e->getPrevious()->getMessage(), $e->getCode(), "\\n"; }
set_error_handler(function($no, $message) { throw new ErrorException($message, 0, $no); });
foreach ([fn() => $undefined, fn() => [1][5], fn() => 'abc'->x ?? 1, fn() => (int) [] . [], fn() => file_get_contents('/missing')] as $f) echo attempt($f), "\\n";`,
  uncaught: 'echo "before\\n"; register_shutdown_function(fn() => print("shutdown\\n")); function f() { throw new RuntimeException("nobody catches"); } f();',
  exits: 'function g() { try { echo "in\\n"; exit(3); } finally { echo "never\\n"; } } register_shutdown_function(fn() => print("shutdown\\n")); ob_start(); g();',
  fatal: 'ini_set("memory_limit", "4M"); $a = []; while (true) $a[] = str_repeat("x", 10000);',
  parse: 'function (',
  classes: `
interface Shape { const SIDES = 0; public function area(): float; } abstract class Base implements Shape, JsonSerializable, IteratorAggregate, ArrayAccess, Countable { use Named; protected static int $made = 0; public function __construct(protected readonly array $d) { static::$made++; } public static function made() { return static::$made; } public function jsonSerialize(): mixed { return [static::class => $this->d]; } public function getIterator(): Iterator { yield from $this->d; } public function offsetExists(mixed $o): bool { return isset($this->d[$o]); } public function offsetGet(mixed $o): mixed { return $this->d[$o] ?? null; } public function offsetSet(mixed $o, mixed $v): void { throw new LogicException('fixed'); } public function offsetUnset(mixed $o): void {} public function count(): int { return count($this->d); } public function __call($n, $a) { return "$n(" . implode(',', $a) . ')'; } public function __get($n) { return "get $n"; } }
trait Named { public function name() { return strtolower(self::class) . '/' . static::class; } } final class Rect extends Base { const SIDES = 4; public function area(): float { return $this->d[0] * $this->d[1]; } } class Circle extends Base { public function area(): float { return M_PI * $this->d[0] ** 2; } public function __destruct() { echo 'gone '; } }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; public function label(): string { return ucfirst(strtolower($this->name)); } public static function pick(string $s): self { return self::from($s); } }
$all = [new Rect([2, 3.5]), new Circle([1.5])]; foreach ($all as $s) echo $s->name(), $s->area(), $s::SIDES, json_encode($s), count($s), $s[0], isset($s[9]) ? 'y' : 'n', $s->magic(1, 2), $s->field, implode('-', [...$s]), "\\n"; echo Base::made(); unset($all, $s);
echo Suit::pick('H')->label(), Suit::tryFrom('X')?->name ?? 'none', count(Suit::cases()), "\\n"; try { Suit::from('X'); } catch (ValueError $e) { echo $e->getMessage(), "\\n"; } try { $r = new Rect([1]); (function() { $this->d = []; })->call($r); } catch (Error $e) { echo $e->getMessage(), "\\n"; }
$c = clone new ArrayObject([3, 1]); $c->uasort(fn($a, $b) => $a - $b); echo serialize($c), var_export(unserialize(serialize([1.5, null, true, 'é'])), true), "\\n"; echo (new ReflectionClass('Rect'))->getParentClass()->getName(), implode(',', array_map(fn($m) => $m->getName(), (new ReflectionClass('Suit'))->getMethods())), "\\n";`,
  preg: `
$t = 'The year 1999, the 2nd of May 2024; mail: joe.doe@example.org, x@y. Ünï';
preg_match_all('/\\b(\\d{4})\\b/', $t, $m); echo json_encode($m), preg_replace('/(?<user>[\\w.]+)@(?<host>[\\w.]+)/', '$2 at $1', $t), json_encode(preg_split('/[\\s,;:]+/u', $t, -1, PREG_SPLIT_NO_EMPTY | PREG_SPLIT_OFFSET_CAPTURE)), "\\n";
echo preg_replace_callback('/\\p{Lu}\\w*/u', fn($m) => strrev($m[0]) . strlen($m[0]), $t), preg_match('/^(?:a+)+$/', str_repeat('a', 30) . 'b'), preg_last_error_msg(), preg_quote('a.b*c'), json_encode(preg_grep('/^a/', ['ab', 'ba', 'ac'], PREG_GREP_INVERT)), @preg_match('/(/', 'x') === false ? preg_last_error_msg() : 'ok', "\\n";
echo preg_match('/(?<y>\\d+)(?=;)|(?<!x)(\\w)\\2/', 'book 12; aa', $m, PREG_OFFSET_CAPTURE), json_encode($m), preg_replace('~(?i)B~', '[$0]', 'abAB', 1, $n), $n, preg_match('/^(\\((?:[^()]|(?1))*\\))$/', '(a(b)(c(d)))'), "\\n";`,
  json: `
$d = ['a' => [1, 2.5, null, true, ['é' => "日本\\n\\"/"]], 'b' => array_map(fn($i) => range(0, $i), range(0, 20)), 'c' => 1e-7, 'o' => new stdClass];
$j = json_encode($d); echo strlen($j), substr($j, 0, 80), json_decode($j, true) == json_decode(json_encode($d, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), true) ? 'same' : 'differs', json_encode([0.1 + 0.2, 1e100, -0.0, 12345678901234567890, PHP_INT_MAX]), "\\n";
foreach (['{"a": }', '[1, 2', '"\\\\x"', '', 'nul', '[[1]]', '{"a":1,"a":2}', '1e999', '"\\\\ud800"'] as $bad) { var_dump(json_decode($bad, true, 2)); echo json_last_error_msg(), "\\n"; }`,
  numbers: `
echo 7 <=> 3, 7 % -3, -7 % 3, fmod(-7, 3), intdiv(-7, 2), 2 ** 62, 2 ** 64, 2 ** -1, 0.1 + 0.2, 1e308 * 10, -PHP_INT_MAX - 2, 0b101, 0x1f, 0o17, 1_000, round(2.5), round(-3.567, 2), floor(-0.5), base_convert('ff', 16, 36), dechex(255), bindec('1010'), PHP_INT_MAX + 1, '10' + '5.5', '1e3' == '1000', 'abc' <=> 'abd', null ?? 'd', "\\n";
mt_srand(5); echo mt_rand(), ' ', mt_rand(1, 100), ' ', json_encode(array_map(fn() => mt_rand(0, 9), range(1, 10))), sin(1), atan2(1, -2), exp(1), log(10), hypot(3, 4), pi(), is_nan(sqrt(-1)), var_export(1.0, true), (int) '12abc', (float) '1.5e3x', PHP_EOL;
$f = [0, 1]; for ($i = 2; $i < 90; $i++) $f[] = $f[$i - 1] + $f[$i - 2]; echo end($f), ' '; $s = array_fill(0, 20000, true); for ($i = 2; $i * $i < 20000; $i++) if ($s[$i]) for ($j = $i * $i; $j < 20000; $j += $i) $s[$j] = false; echo count(array_filter($s)) - 2, "\\n";`,
  generators: `
function g($n) { try { for ($i = 0; $i < $n; $i++) { $got = yield $i => $i * $i; if ($got) echo "got $got "; } return 'done'; } catch (Exception $e) { yield 'caught ' . $e->getMessage(); } finally { echo 'closed '; } }
$x = g(5); foreach ($x as $k => $v) echo "$k=$v "; echo $x->getReturn(), "\\n"; $y = g(5); $y->current(); echo $y->send('hello'), $y->throw(new Exception('thrown')), "\\n"; unset($y); function d() { $r = yield from g(2); yield $r; } echo implode(',', iterator_to_array(d(), false)), "\\n";
$fib = (function() { [$a, $b] = [0, 1]; while (true) { yield $a; [$a, $b] = [$b, $a + $b]; } })(); foreach (new LimitIterator($fib, 5, 6) as $v) echo $v, ' '; echo "\\n";`,
  others: `
date_default_timezone_set('UTC'); echo date('D, d M Y H:i:s', 86400 * 365), (new DateTimeImmutable('2024-02-29'))->modify('+1 year last day of')->format('Y-m-d l W z t L'), (new DateTime('2024-01-01'))->diff(new DateTime('2025-03-04 05:06'))->format('%y %m %d %h %i %a'), mktime(1, 2, 3, 4, 5, 2006), "\\n";
$q = new SplPriorityQueue; foreach ([3, 9, 1, 7] as $p) $q->insert("p$p", $p); echo $q->extract(), $q->extract(); $h = new SplFixedArray(3); try { $h[5] = 1; } catch (RuntimeException $e) { echo $e->getMessage(); } $l = new SplDoublyLinkedList; foreach ([1, 2, 3] as $v) $l->unshift($v); echo implode(',', iterator_to_array($l)), "\\n";
file_put_contents('/tmp/a.txt', "x,y\\n1,\\"a \\"\\"q\\"\\"\\"\\n"); $h = fopen('/tmp/a.txt', 'r'); while ($row = fgetcsv($h, escape: '')) echo json_encode($row); fclose($h); echo filesize('/tmp/a.txt'), gzuncompress(gzcompress(str_repeat('abc', 100))) === str_repeat('abc', 100) ? 'z' : 'n', strlen(gzdeflate(str_repeat('abc', 1000))), "\\n";
$db = new PDO('sqlite::memory:', options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]); $db->exec('CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)'); $st = $db->prepare('INSERT INTO t(b) VALUES (?)'); foreach (['x', 'y', 'z'] as $v) $st->execute([$v]); echo json_encode($db->query('SELECT * FROM t ORDER BY b DESC')->fetchAll(PDO::FETCH_ASSOC)); try { $db->exec('INSERT INTO t VALUES (1, 2)'); } catch (PDOException $e) { echo $e->getMessage(), "\\n"; }
$x = new DOMDocument; $x->loadXML('<a><b c="1">t</b><b/></a>'); echo (new DOMXPath($x))->evaluate('count(//b)'), $x->saveXML($x->documentElement->firstChild), simplexml_load_string('<r><i>5</i></r>')->i, "\\n"; libxml_use_internal_errors(true); echo $x->loadXML('<a><b></a>') ? 'ok' : trim(libxml_get_errors()[0]->message), "\\n";`,
};

export default async function drive({ print }) {
  const load = (file) => import(join(npmMore, '@php-wasm', file));
  const { getPHPLoaderModule } = await load('node-8-3/index.js');
  const { PHP, loadPHPRuntime } = await load('universal/index.js');
  const loader = await getPHPLoaderModule();
  for (const [name, script] of Object.entries(scripts)) {
    // A fatal error may leave an interpreter that answers no more, so that each script has its own.
    const php = new PHP(await loadPHPRuntime(loader, {}));
    let text;
    try {
      const result = await php.run({ code: `<?php ${script}` });
      text = `${result.text}\n${result.errors}\nexit ${result.exitCode}`;
    } catch (error) {
      text = `failed: ${error.message}`;
    }
    print(name, text.length < 300 ? text : `${text.slice(0, 120)} ... ${digest(text)}`);
    php.exit();
  }
}
