import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locatePointer, readJson } from './json-text.ts';

describe('readJson', () => {
  it.each([
    ['{"a": 1,}', '1:9 expected a key in double quotes'],
    ['', '1:1 expected a value, but the document ends here'],
    ['{"a":x}', '1:6 /a expected a value'],
    ['{\n "a": [1,\n 2 3]}', '3:4 /a/1 expected "," or the end of the list or object'],
    ['{"a" 1}', '1:6 /a expected ":"'],
    ['[01]', '1:3 /0 expected "," or the end of the list or object'],
    ['[1]x', '1:4 expected a value'],
    ['[,]', '1:2 /0 expected a value'],
    ['[1,2', '1:5 /1 expected "," or "]", but the document ends here'],
    ['{"a": 1 // why\n}', '1:9 /a JSON has no comments; remove it'],
    ['["\\x"]', '1:2 /0 the text that begins here holds an unknown escape'],
    ['["a\tb"]', '1:2 /0 the text that begins here holds a control character; write it as an escape'],
    ['{"a": 1, "b": {"a": 2, "a": 3}}', '1:24 /b/a the key "a" is here a second time'],
  ])('says of %j where and why it breaks', (text, expected) => expect(faultsOf(text)).toEqual([expected]));

  it.each([
    ['{\n "a": oops,\n "b": 1,\n}', ['2:7 /a expected a value', '4:1 expected a key in double quotes']],
    [
      '{\n "a": 1\n "b": 2,\n oops\n "c": 3\n}',
      ['3:2 /b expected "," or the end of the list or object', '4:2 expected a key in double quotes'],
    ],
    [
      '{a: 1, "b" 2, "b": , "c": [1 2,]}',
      [
        '1:2 expected a key in double quotes',
        '1:12 /b expected ":"',
        '1:15 /b the key "b" is here a second time',
        '1:20 /b expected a value',
        '1:30 /c/0 expected "," or the end of the list or object',
        '1:32 /c/1 expected a value',
      ],
    ],
    ['{"a": "x\n, "b": oops}', ['1:7 /a the text that begins here has no end on its line']],
    ['{"a": {"x": 1}, "b": {"x": 1}}', []],
  ])('says of %j everything that breaks it, once', (text, expected) =>
    expect(faultsOf(text)).toEqual(expected),
  );

  it('is content with a few of very many faults', () => {
    expect(readJson('[,'.repeat(100))).toMatchObject({ faults: { length: 10 } });
  });

  it('says of a text without an end where it begins', () => {
    expect(readJson('["a\nb"]')).toMatchObject({ ok: false, faults: [{ line: 1, column: 2 }] });
  });

  it('says of a document that is nested without end that it is, with no trace of a stack', () => {
    expect(faultsOf('['.repeat(1_000_000))).toEqual(['1:1 nested too deeply to be read']);
  });

  it('reads what JSON.parse reads, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, undefined, 1);
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
    const broken = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(',', '}', ']', '"', 'x', ''));
    fc.assert(
      fc.property(broken, ([text, at, insert]) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + insert + text.slice(place + (insert === '' ? 1 : 0));
        const twice = readJson(changed);
        if (!twice.ok && twice.faults.every(({ reason }) => /second time/.test(reason))) return;
        expect(twice.ok).toBe(parses(changed));
      }),
    );
  });
});

describe('locatePointer', () => {
  const text = '{"a":\n{"b":[1,\n{"c/d":2}]}}';

  it('finds a value by its pointer', () => {
    expect(locatePointer(text, '')).toEqual({ line: 1, column: 1 });
    expect(locatePointer(text, '/a/b/1')).toEqual({ line: 3, column: 1 });
    expect(locatePointer(text, '/a/b/1/c~1d')).toEqual({ line: 3, column: 8 });
  });

  it('counts from behind a byte order mark', () => {
    expect(locatePointer(`\uFEFF${text}`, '/a/b/1')).toEqual({ line: 3, column: 1 });
  });

  it('finds the nearest value around a place that is not there', () => {
    expect(locatePointer(text, '/a/b/7/x')).toEqual({ line: 2, column: 6 });
  });
});

/** `line:column pointer reason` of each. */
function faultsOf(text: string): readonly string[] {
  const read = readJson(text);
  const faults = read.ok ? [] : read.faults;
  return faults.map(({ line, column, pointer, reason }) =>
    [`${line}:${column}`, ...(pointer === '' ? [] : [pointer]), reason].join(' '),
  );
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
