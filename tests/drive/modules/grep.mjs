// tests/programs/grep on a generated log.
import { digest, prose, randomFrom, word } from '../lib.mjs';
import { program, summary } from './wasi.mjs';

function log(lines) {
  const random = randomFrom(7);
  const two = (n) => String(n).padStart(2, '0');
  const levels = ['INFO', 'WARN', 'ERROR', 'debug'];
  return Array.from({ length: lines }, () => {
    const date = `2024-${two(1 + random(12))}-${two(1 + random(28))}`;
    const time = `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
    const from = `${word(random)}@${word(random)}.example`;
    return `${date}T${time} ${levels[random(4)]} <${from}> ${prose(random, random(20))} id=${random(1e9).toString(16)}`;
  }).join('\n');
}

const patterns = [
  ['ERROR'],
  ['-c', 'error'],
  ['-i', '-c', 'error'],
  ['-v', '-c', 'INFO|WARN'],
  ['-o', String.raw`\b\d{4,}\b`],
  [String.raw`^(?P<year>\d{4})-(?P<month>0[1-6])-(\d\d)T(?P<hour>1[0-9]):`],
  ['-o', String.raw`<([^@>]+)@([^>]+)>`],
  ['-i', String.raw`(?:KA|lo)+(mi)?\b.*\s(\w+)=([0-9]+)$`],
  ['-o', String.raw`[\p{Han}]+|ø\w*|n[éè]e`],
  ['-c', String.raw`(a|b|ab)*(c|bcd)?(d*)=`],
  ['-c', String.raw`\w{6,40}?\s(?:\S+\s){3,5}id=[0-9a-f]{7}$`],
  ['-c', String.raw`^$`],
  ['-v', String.raw`.`],
  ['-o', String.raw`(?x) id= (?P<id> [a-f] [0-9a-f]* ) $`],
  ['nothing like this is in the file'],
  ['(unclosed'],
  ['a{5000}{5000}'],
  [],
];

export default async function drive({ bytes, print }) {
  const grep = await program(bytes, 'grep');
  const input = log(1500);
  print('input', digest(input));
  for (const args of patterns) {
    const result = await grep(args, input);
    print(`grep ${args.join(' ')}`, summary(result, digest));
  }
  const { out } = await grep(['-o', String.raw`<(\w+)@(\w+)`], input);
  print('first', out.split('\n').slice(0, 3).join(' / '));
}
