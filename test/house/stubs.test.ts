import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Registry, type RJSFSchema, resolveUiSchema, type UiSchema } from '@rjsf/utils';
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, forwardRef, memo } from 'react';
import { describe, expect, it } from 'vitest';
import { compile } from '../../engine/compile/index.ts';
import { messageStyles } from '../../engine/texts/message-styles.ts';
import { dropWidgetAliases } from '../../src/package/slim-libraries.ts';
import { standardWidgets } from '../../widgets/rjsf/widget-table.ts';
import { createCustomEqual } from '../../widgets/stubs/fast-equals.ts';
import fastUriStub from '../../widgets/stubs/fast-uri.ts';
import reactIsStub from '../../widgets/stubs/react-is.ts';
import resolveUiSchemaStub from '../../widgets/stubs/resolve-ui-schema.ts';
import { readShippedDocuments } from '../support/forms.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(`${root}node_modules/@rjsf/utils/package.json`);
const rjsf = ['core', 'utils', 'validator-ajv8'];

/** Returns every matching line under a package's `lib/`, without its position. */
function linesOf(name: string, pattern: RegExp): string[] {
  const folder = `${root}node_modules/@rjsf/${name}/lib/`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  return files.flatMap((file) => readFileSync(folder + file, 'utf8').match(pattern) ?? []);
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`${root}node_modules/@rjsf/${name}/package.json`, 'utf8')).version;

// A new version of RJSF may call more of the replaced code: read its imports again, then raise the version
// here.
describe('what the stubs rely on', () => {
  it.each(rjsf)('@rjsf/%s is the version that was read', (name) => {
    expect(versionOf(name)).toBe('6.11.1');
  });

  it('takes nothing but Markdown from markdown-to-jsx', () => {
    const imports = rjsf.flatMap((name) => linesOf(name, /^import .*markdown-to-jsx.*$/gm));
    expect(new Set(imports)).toEqual(new Set(["import { Markdown } from 'markdown-to-jsx/react';"]));
  });

  it('takes nothing but createCustomEqual from fast-equals, by which two functions are equal', () => {
    expect(rjsf.flatMap((name) => linesOf(name, /^import .*fast-equals.*$/gm))).toEqual([
      "import { createCustomEqual } from 'fast-equals';",
    ]);
    expect(linesOf('utils', /areFunctionsEqual\(_a, b\) \{\s+return typeof b === 'function';/g)).toHaveLength(
      1,
    );
  });

  it('calls nothing but resolve and equal of fast-uri', () => {
    expect(rjsf.flatMap((name) => linesOf(name, /^import .*fast-uri.*$/gm))).toEqual([
      "import UriResolver from 'fast-uri';",
    ]);
    const calls = rjsf.flatMap((name) => linesOf(name, /UriResolver\.\w+/g));
    expect(new Set(calls)).toEqual(new Set(['UriResolver.equal', 'UriResolver.resolve']));
  });

  it('asks react-is only of widgets that are no functions, and is told no of every one', () => {
    const calls = rjsf.flatMap((name) => linesOf(name, /ReactIs\.\w+\(.*$/gm));
    expect(calls).toEqual(['ReactIs.isForwardRef(createElement(widget))) ||', 'ReactIs.isMemo(widget)) {']);
    const library: typeof reactIsStub = require('react-is');
    const [forwarded, kept] = [forwardRef(() => null), memo(() => null)];
    expect([library.isForwardRef(createElement(forwarded)), library.isMemo(kept)]).toEqual([
      reactIsStub.isForwardRef(),
      reactIsStub.isMemo(),
    ]);
  });
});

describe('RJSF’s own names of widgets', () => {
  it('lead to nothing in our registry, and are left out line by line', () => {
    const [map = ''] = linesOf('utils', /^const widgetMap = \{\n[\s\S]*?^\};$/gm);
    const targets = [...map.matchAll(/'(\w+Widget)'/g)].map(([, name = '']) => name);
    expect(targets.length).toBeGreaterThan(30);
    expect(targets.filter((name) => Object.hasOwn(standardWidgets, name))).toEqual([]);
    const { transform } = dropWidgetAliases();
    const handler = typeof transform === 'object' && transform.handler;
    const { code } = (handler as (code: string) => { readonly code: string })(map);
    expect(code).not.toContain("Widget'");
    expect(code.split('\n')).toHaveLength(map.split('\n').length);
  });
});

describe('controls of optional values', () => {
  it('are asked for by the one function that is left out, and by no form', () => {
    expect(linesOf('utils', /enableOptionalDataFieldForType\.find/g)).toHaveLength(1);
    const file = 'forms/service/ui.json';
    const shipped = readShippedDocuments();
    const asking = {
      ...(shipped[file] as object),
      name: { 'ui:enableOptionalDataFieldForType': ['string'] },
    };
    const compiled = compile({ ...shipped, [file]: asking });
    const reason = 'unknown key "ui:enableOptionalDataFieldForType"';
    // Further errors are reported for a type that does not compile.
    const reported = expect.arrayContaining([
      expect.objectContaining({ reason: expect.stringContaining(reason) }),
    ]);
    expect(compiled).toMatchObject({ ok: false, problems: reported });
  });
});

describe('the stub of fast-equals', () => {
  const library: { createCustomEqual: (options: object) => (one: unknown, other: unknown) => boolean } =
    require('fast-equals');
  const options = { createCustomConfig: () => ({ areFunctionsEqual: () => true }), circular: true };
  const compared = (one: unknown, other: unknown) => [
    createCustomEqual()(one, other),
    library.createCustomEqual(options)(one, other),
  ];

  it('compares JSON and functions as the library does', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(Object.assign(() => {}, { noted: 1 })));
    const pair = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, structuredOrSame(one)] as const),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [ours, theirs] = compared(one, other);
        expect(ours).toBe(theirs);
      }),
    );
  });

  it.each([
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [{ a: () => 1 }, { a: () => 2 }],
    [
      [1, { b: [] }],
      [1, { b: [] }],
    ],
    [[], {}],
    [null, undefined],
    [Number.NaN, Number.NaN],
  ])('compares %j and %j as the library does', (one, other) => {
    const [ours, theirs] = compared(one, other);
    expect(ours).toBe(theirs);
  });
});

function structuredOrSame(value: unknown): unknown {
  return typeof value === 'function' ? () => 2 : structuredClone(value);
}

describe('the styles of messages', () => {
  it('are those of the library', () => {
    expect(messageStyles).toEqual(IntlMessageFormat.formats);
  });
});

describe('the stub of resolveUiSchema', () => {
  it.each([
    [{ type: 'string' }, { 'ui:widget': 'textarea' }],
    [{ oneOf: [{ const: 1 }, { $ref: '#/$defs/two' }] }, { 'ui:title': 'One' }],
    [{ $ref: '#/$defs/two' }, undefined],
  ])('gives of %j with %j what the library does without definitions', (schema, ui) => {
    const registry = { rootSchema: {} } as Registry;
    expect(resolveUiSchemaStub(schema, ui)).toEqual(
      resolveUiSchema(schema as RJSFSchema, ui as UiSchema, registry),
    );
  });
});

describe('the stub of fast-uri', () => {
  const fastUri: typeof fastUriStub = require('fast-uri');

  it.each([
    ['#', '#/definitions/boat'],
    ['#', '#'],
    ['general', '#/$defs/boat'],
    ['forms/general', 'service'],
    ['forms/general', '../common#/$defs/boat'],
    ['https://slipway.example/forms/general', '#/$defs/boat'],
    ['https://slipway.example/forms/general', 'service#/$defs/boat'],
    ['https://slipway.example/forms/general', '/common'],
    ['https://slipway.example/forms/general#', 'https://other.example/x#/y'],
    ['urn:slipway:general', '#/$defs/boat'],
    ['slipway:general', 'slipway:service#/$defs/boat'],
  ])('resolves against %s the reference %s as the library does', (base, reference) => {
    expect(fastUriStub.resolve(base, reference)).toBe(fastUri.resolve(base, reference));
  });

  it.each([
    ['https://slipway.example/a', 'HTTPS://SLIPWAY.example:443/a'],
    ['https://slipway.example/a/../b', 'https://slipway.example/b'],
    ['https://slipway.example/a', 'https://slipway.example/b'],
    ['general', 'general'],
    ['general', 'service'],
    ['#boat', '#boat'],
    ['#boat', '#engine'],
    ['urn:slipway:general', 'urn:slipway:service'],
  ])('compares %s and %s as the library does', (one, other) => {
    expect(fastUriStub.equal(one, other)).toBe(fastUri.equal(one, other));
  });
});
