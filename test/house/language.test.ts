import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const sources = tracked.filter((file) => /\.tsx?$/.test(file) && !/\.gen\.|^examples\//.test(file));
const production = sources.filter((file) => !/^test\/|\.test\.tsx?$|\/testing\//.test(file));
const pages = tracked.filter((file) => /^docs\/.*\.md$/.test(file));

/** The twenty words that this project once used most in a sense of its own, and what to write instead. */
const privateWords: Readonly<Record<string, string>> = {
  brought: 'delivered, loaded',
  courier: 'delivery worker',
  desk: 'inbox',
  door: 'auth, sign-in',
  elsewhere: 'unsupported, another installation',
  keeper: 'cache',
  kept: 'cached, stored',
  lure: 'phishing',
  noted: 'recorded',
  rehearsal: 'dry run',
  remember: 'memoize, cache',
  said: 'message, sentence, display text',
  spare: 'optional',
  speaker: 'language tools',
  spoken: 'supported language',
  spokesman: 'field for form-level errors',
  telling: 'sentence context',
  told: 'reported',
  witness: 'example answer',
  workshop: 'draft service',
};

/** Files whose names or comments may have one of these words, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'test/durability/export.long.test.ts': '`npm run bench -- desk` is a command',
  'test/house/language.test.ts': 'lists the words',
};

/** Names that are exported more than once, and why. */
const sharedNames: Readonly<Record<string, string>> = {
  ContactFormSection: 'the package exports the section with its own defaults under the name that hosts know',
  ContactFormSectionProps: 'as `ContactFormSection`',
  examples: 'every file of examples exports them by this name',
};

/** The doc blocks of a source, each on one line. */
function findDocBlocks(text: string): readonly string[] {
  return [...text.matchAll(/\/\*\*(?!\/)([\s\S]*?)\*\//g)].map(([, body = '']) =>
    body.replace(/\s*\n\s*\* ?/g, ' ').trim(),
  );
}

/** The comments of a source, of both kinds. */
function findComments(text: string): readonly string[] {
  const lines = [...text.matchAll(/^\s*\/\/ (.*)$/gm)].map(([, line = '']) => line);
  return [...lines, ...[...text.matchAll(/^\s*\{?\/\*([\s\S]*?)\*\//gm)].map(([, body = '']) => body)];
}

/** The names that a source declares, at the top or inside a function. */
function findDeclaredNames(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /^\s*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm,
    ),
  ].map(([, name = '']) => name);
}

/** The names that a source exports. */
function findExportedNames(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm,
    ),
  ].map(([, name = '']) => name);
}

/** The words of a name in lower case: `splitName('toldAgain') // ['told', 'again']` */
function splitName(name: string): readonly string[] {
  return name.split(/(?=[A-Z])|_|(?<=[a-z])(?=\d)/).map((word) => word.toLowerCase());
}

const findPrivateWord = (words: readonly string[]): string | undefined =>
  Object.keys(privateWords).find((word) => words.includes(word.toLowerCase()));

describe('the language of the code', () => {
  it('has doc blocks that are sentences, not clauses', () => {
    const clause = /^(?:What|How|Whether|Where|Of|Why|That|Who|Whom|Whose|Which)\b/;
    const clauses = sources.flatMap((file) =>
      findDocBlocks(read(file))
        .filter((block) => clause.test(block))
        .map((block) => `${file}: "${block.slice(0, 60)}": say first what it does or returns`),
    );
    expect(clauses).toEqual([]);
  });

  it('uses the words of the field in names and comments', () => {
    const found = sources.flatMap((file) => {
      const text = read(file);
      const names = findDeclaredNames(text).map((name) => [name, splitName(name)] as const);
      const comments = findComments(text).map(
        (comment) => [comment.trim().slice(0, 60), comment.toLowerCase().split(/[^a-z]+/)] as const,
      );
      return [...names, ...comments].flatMap(([shown, words]) => {
        const word = findPrivateWord(words);
        return word === undefined || file in exceptions
          ? []
          : [`${file}: "${shown}": instead of "${word}" write ${privateWords[word]}`];
      });
    });
    expect(found).toEqual([]);
  });

  it('exports each name once', () => {
    const files = Map.groupBy(
      production.flatMap((file) =>
        [...new Set(findExportedNames(read(file)))].map((name) => ({ name, file })),
      ),
      ({ name }) => name,
    );
    const twice = [...files]
      .filter(([name, declared]) => declared.length > 1 && !(name in sharedNames))
      .map(([name, declared]) => `${name}: ${declared.map(({ file }) => file).join(', ')}`);
    expect(twice).toEqual([]);
  });
});

/** The prose of a page: no code, no tables' frames. */
function findProse(text: string): string {
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '\n\n')
    .replace(/`[^`]*`/g, 'x')
    .replace(/\]\([^)]*\)/g, ']');
}

describe('the language of the docs', () => {
  const longest = 40;
  const most = 45_000;

  it(`has sentences of at most ${longest} words`, () => {
    const long = pages.flatMap((file) =>
      findProse(read(file))
        .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.))|[.!?:;](?=\s|$)|\|/)
        // A list of twenty names is no sentence.
        .filter((sentence) => !/^(?:[^,]*,){20}/.test(sentence))
        .filter((sentence) => sentence.trim().split(/\s+/).length > longest)
        .map((sentence) => `${file}: "${sentence.trim().slice(0, 80)}…"`),
    );
    expect(long).toEqual([]);
  });

  it(`has at most ${most} words`, () => {
    const words = pages.reduce(
      (sum, file) =>
        sum +
        read(file)
          .split(/\s+/)
          .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      0,
    );
    expect(words).toBeLessThanOrEqual(most);
  });
});
