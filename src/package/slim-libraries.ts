import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Libraries that another one imports, but that a visitor's page need not load. Not aliases: the studio, which checks schemas and
 * parses messages at run time, needs the libraries themselves.
 */
export function slimReferences(): Plugin {
  const stubs = new Map(
    ['fast-equals', 'fast-uri', 'react-is'].map((name) => [name, here(`widgets/stubs/${name}.ts`)]),
  );
  return {
    name: 'slipway:slim-references',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(fast-equals|fast-uri|react-is|@formatjs\/icu-messageformat-parser)$/ },
      handler(id, importer) {
        const stub = stubs.get(id);
        if (stub) return importer?.includes('/@rjsf/utils/') ? stub : undefined;
        // Messages arrive as syntax trees, parsed when the form was compiled.
        return importer?.includes('/intl-messageformat/')
          ? this.resolve(`${id}/no-parser.js`, importer)
          : undefined;
      },
    },
  };
}

/**
 * Formatting needs `formatToParts` alone of its library. The class beside it would be kept with all that it imports, although nothing uses
 * it, because making it runs its static blocks.
 */
export function messagesWithoutClass(): Plugin {
  return {
    name: 'slipway:messages-without-class',
    transform: {
      filter: { id: /\/intl-messageformat\/index\.js$/ },
      handler: (code) =>
        code.replace(/= (class IntlMessageFormat \{[\s\S]*?\n\});/, '= /* @__PURE__ */ (() => $1)();'),
    },
  };
}

/** Of RJSF's words keeps those that our registry translates (`translate` in `widgets/rjsf/registry.ts`): of any other it makes nothing. */
export function translatedWords(): Plugin {
  const registry = readFileSync(here('widgets/rjsf/registry.ts'), 'utf8');
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
 * RJSF tells the console of an `allOf` that contradicts itself while a question is open, and of a dependency none of whose branches is met
 * yet. Both are ordinary states of a form: what is then drawn is meant, and `slipway check` tells of a contradiction that stays.
 */
export function quietMerging(): Plugin {
  return {
    name: 'slipway:quiet-merging',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/schema\/retrieveSchema\.js$/ },
      // Line for line, so that the library's own map stays right.
      handler: (code) => ({ code: code.replaceAll(/^ *console\.warn\(.*\);$/gm, ''), map: null }),
    },
  };
}

/**
 * RJSF's names of widgets (`TextWidget`) for those of UI schemas (`text`): our registry has each by the name that a UI schema gives, and no
 * other, so that looking further finds nothing.
 */
export function widgetsByOneName(): Plugin {
  return {
    name: 'slipway:widgets-by-one-name',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/getWidget\.js$/ },
      // Line for line, so that the library's own map stays right.
      handler: (code) => ({ code: code.replaceAll(/^ {8}'?[\w-]+'?: '\w+Widget',$/gm, ''), map: null }),
    },
  };
}

/**
 * Never the controls by which a visitor adds and removes an optional value: no form that `compile` lets through asks for them
 * (`enableOptionalDataFieldForType`), and our registry has no field that draws them.
 */
export function withoutOptionalData(): Plugin {
  return {
    name: 'slipway:without-optional-data',
    transform: {
      filter: { id: /@rjsf\/utils\/lib\/shouldRenderOptionalField\.js$/ },
      handler: () => ({ code: 'export default () => false;', map: null }),
    },
  };
}
