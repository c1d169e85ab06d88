import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Returns the absolute path of a path in the repository. */
const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Creates a plugin that resolves packages that a visitor's page does not need to small stubs: `fast-equals`,
 * `fast-uri` and `react-is` if RJSF's utilities import them, and the message parser if `intl-messageformat`
 * does. `resolve.alias` would also replace them for the studio, which checks schemas and parses messages.
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
      /** Returns the stub, or undefined to resolve the import as usual. */
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
 * Creates a plugin that marks the class `IntlMessageFormat` as pure, so that the bundler drops it and its
 * imports in spite of its static blocks. Pages use only `formatToParts` of its module.
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
 * Creates a plugin that removes the strings of RJSF that our registry (`widgets/rjsf/registry.tsx`) neither
 * translates nor renders.
 */
export function dropUntranslatedStrings(): Plugin {
  const registry = readFileSync(resolveFromRoot('widgets/rjsf/registry.tsx'), 'utf8');
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
 * Creates a plugin that removes RJSF's console warnings about contradictory `allOf`s and dependencies without
 * a matching branch. Both occur while a form is unfinished; `slipway check` reports permanent contradictions.
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
 * Creates a plugin that removes RJSF's aliases of widgets (`TextWidget` for `text`). Our registry lists each
 * widget under the name in UI schemas only.
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
 * Creates a plugin that makes RJSF's test for the controls that add and remove an optional value always
 * false. No form that compiles enables them (`enableOptionalDataFieldForType`), and no field renders them.
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
