import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Replaces imports by RJSF (`fast-equals`, `fast-uri`, `react-is`) and the message parser of
 * `intl-messageformat` by small stubs, because a visitor's page does not need them. The replacement depends
 * on the importing package. The bundler's `resolve.alias` would also replace them in the studio, which checks
 * schemas and parses messages at run time.
 */
export function stubUnneededLibraries(): Plugin {
  const stubs = new Map(
    ['fast-equals', 'fast-uri', 'react-is'].map((name) => [
      name,
      resolveFromRoot(`widgets/stubs/${name}.ts`),
    ]),
  );
  return {
    name: 'slipway:slim-references',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(fast-equals|fast-uri|react-is|@formatjs\/icu-messageformat-parser)$/ },
      handler(id, importer) {
        const stub = stubs.get(id);
        if (stub) return importer?.includes('/@rjsf/utils/') ? stub : undefined;
        // Messages are parsed when the form is compiled and arrive as syntax trees.
        return importer?.includes('/intl-messageformat/')
          ? this.resolve(`${id}/no-parser.js`, importer)
          : undefined;
      },
    },
  };
}

/**
 * Lets the bundler drop the class `IntlMessageFormat`. Pages use only `formatToParts` of its module. Without
 * the annotation the class's static blocks count as side effects, which would keep the class and its imports.
 */
export function dropMessageFormatClass(): Plugin {
  return {
    name: 'slipway:messages-without-class',
    transform: {
      filter: { id: /\/intl-messageformat\/index\.js$/ },
      handler: (code) =>
        code.replace(/= (class IntlMessageFormat \{[\s\S]*?\n\});/, '= /* @__PURE__ */ (() => $1)();'),
    },
  };
}

/**
 * Removes the strings of RJSF that our registry does not translate (`translate` in
 * `widgets/rjsf/registry.ts`). It renders none of them.
 */
export function dropUntranslatedStrings(): Plugin {
  const registry = readFileSync(resolveFromRoot('widgets/rjsf/registry.ts'), 'utf8');
  return {
    name: 'slipway:translated-words',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/enums\.js$/ },
      handler: (code) =>
        code.replaceAll(/^ *TranslatableString\["(\w+)"\] = .*$/gm, (line, word: string) =>
          registry.includes(`TranslatableString.${word}:`) ? line : '',
        ),
    },
  };
}

/**
 * Removes RJSF's console warnings about contradictory `allOf`s and dependencies without a matching branch.
 * Both are ordinary states of an unfinished form, and `slipway check` reports permanent contradictions.
 */
export function dropMergeWarnings(): Plugin {
  return {
    name: 'slipway:quiet-merging',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/schema\/retrieveSchema\.js$/ },
      // The line is emptied, not removed, so that the library's source map stays valid.
      handler: (code) => ({ code: code.replaceAll(/^ *console\.warn\(.*\);$/gm, ''), map: null }),
    },
  };
}

/**
 * Removes RJSF's aliases of widgets (`TextWidget` for `text`). Our registry lists each widget under one name,
 * the one in UI schemas.
 */
export function dropWidgetAliases(): Plugin {
  return {
    name: 'slipway:widgets-by-one-name',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/getWidget\.js$/ },
      // The line is emptied, not removed, so that the library's source map stays valid.
      handler: (code) => ({ code: code.replaceAll(/^ {8}'?[\w-]+'?: '\w+Widget',$/gm, ''), map: null }),
    },
  };
}

/**
 * Removes the controls that add and remove an optional value: RJSF's test for them is always false. No form
 * that compiles asks for them (`enableOptionalDataFieldForType`), and our registry has no field that renders
 * them.
 */
export function dropOptionalDataControls(): Plugin {
  return {
    name: 'slipway:without-optional-data',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/shouldRenderOptionalField\.js$/ },
      handler: () => ({ code: 'export default () => false;', map: null }),
    },
  };
}
