// tests/programs/markdown on a generated document.
import { digest, prose, randomFrom, word } from '../lib.mjs';
import { program, summary } from './wasi.mjs';

function document(seed, blocks) {
  const random = randomFrom(seed);
  const some = (n) => prose(random, 1 + random(n));
  const inline = () => {
    const text = some(8);
    return [
      text, `*${text}*`, `**${text}** and _${word(random)}_`, `\`${text}\``, `[${text}](/u?a=1&b=2 "T<i>tle")`,
      `![${word(random)}](pic.png)`, `<https://example.org/${random(99)}>`, `~~${text}~~`, `${text}[^${random(5)}]`,
      `<b>${text}</b>`, `${text}  \nhard`, `&amp; &eacute; \\* &#35; ***${text}*`, `$x^${random(9)}$`, `[[${word(random)}]]`,
    ][random(14)];
  };
  const inlines = () => Array.from({ length: 1 + random(5) }, inline).join(' ');
  const block = () => [
    () => `${'#'.repeat(1 + random(6))} ${inlines().replace(/\n/g, ' ')}`,
    () => inlines(),
    () => `${some(6)}\n${random(2) ? '---' : '==='}`,
    () => Array.from({ length: 4 }, (_, i) => `${i + 1}. ${inlines()}\n   - ${some(5)}\n     > ${some(9)}`).join('\n'),
    () => Array.from({ length: 3 }, () => `- [${random(2) ? 'x' : ' '}] ${some(5)}`).join('\n'),
    () => `> ${some(20)}\n> > ${inlines()}\nlazy ${some(4)}`,
    () => `\`\`\`js\n${some(30)}\n<&>\n\`\`\``,
    () => `    indented ${some(9)}`,
    () => `| a | b:${word(random)} |\n|:--|--:|\n| ${some(3)} | \`x\` |\n| **${some(2)}** | |`,
    () => `[^${random(5)}]: ${some(10)}`,
    () => `<div class="x">\n${some(10)}\n</div>`,
    () => '***',
  ][random(12)]();
  return Array.from({ length: blocks }, block).join('\n\n') + '\n';
}

export default async function drive({ bytes, print }) {
  const markdown = await program(bytes, 'markdown');
  const large = document(1, 2500);
  const inputs = [
    [[], large],
    [['--toc'], large],
    [['--plain'], large],
    [['--toc', '--plain'], document(2, 60)],
    [[], '*'.repeat(3000) + 'a' + '*'.repeat(3000)],
    [[], '['.repeat(2000) + 'x](y)'.repeat(200)],
    [[], `${'> '.repeat(80)}deep\n\n${'- '.repeat(80)}deep\n`],
    [[], 'nul \0 crlf\r\n\r\n\ttab\r\n'],
    [[], ''],
    [['--unknown'], ''],
  ];
  for (const [args, input] of inputs) {
    print(`markdown ${args.join(' ')} < ${digest(input)}`, summary(await markdown(args, input), digest));
  }
  print('sample', (await markdown(['--toc'], '# A *b* `c`\n\n## A <b>\n')).out.replace(/\n/g, ' '));
}
