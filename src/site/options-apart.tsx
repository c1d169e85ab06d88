import { renderToString } from 'react-dom/server';
import { Options } from '#widgets/controls/select-widget.tsx';
import { attributeOf, type Choice } from '#widgets/controls/widget-props.ts';

/** Caches the markup of the long lists of one page. */
export interface OptionsApart {
  /** The value of `OptionMarkupContext`: returns a placeholder for a long list. */
  readonly standIn: (choices: readonly Choice[], chosen: string) => string | undefined;
  readonly putIn: (html: string) => string;
}

/**
 * The minimum length of a cached list: for shorter ones, marking the chosen option costs as much as
 * rendering.
 */
const fewestApart = 40;

export function isLong({ length }: readonly unknown[]): boolean {
  return length >= fewestApart;
}

/** The start of placeholders. It is random, so that no visitor can write it into a page. */
const mark = `options-${crypto.randomUUID()}-`;

/**
 * Creates the cache for one page. The options are rendered by the same component once per list object; only
 * the chosen option is rendered again.
 */
export function optionsApart(): OptionsApart {
  const lists: { readonly choices: readonly Choice[]; readonly chosen: string }[] = [];
  return {
    standIn(choices, chosen) {
      if (!isLong(choices)) return undefined;
      lists.push({ choices, chosen });
      return `${mark}${lists.length - 1};`;
    },
    putIn(html) {
      if (lists.length === 0) return html;
      const [first = '', ...rest] = html.split(mark);
      return rest.reduce((whole, text) => {
        const end = text.indexOf(';');
        const list = lists[Number(text.slice(0, end))];
        return whole + (list ? optionsOf(list.choices, list.chosen) : '') + text.slice(end + 1);
      }, first);
    },
  };
}

const drawn = new WeakMap<readonly Choice[], string>();

function optionsOf(choices: readonly Choice[], chosen: string): string {
  const unchosen = drawn.get(choices) ?? draw(choices);
  drawn.set(choices, unchosen);
  return choices
    .filter(({ value }) => attributeOf(value) === chosen)
    .reduce((all, choice) => all.replace(draw([choice]), () => draw([choice], chosen)), unchosen);
}

function draw(choices: readonly Choice[], chosen?: string): string {
  const select = renderToString(
    <select defaultValue={chosen}>
      <Options choices={choices} />
    </select>,
  );
  return select.slice('<select>'.length, -'</select>'.length);
}
