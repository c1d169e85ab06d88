import { renderToString } from 'react-dom/server';
import { Options } from '#widgets/controls/select-widget.tsx';
import { attributeOf, type Choice } from '#widgets/controls/widget-props.ts';

/** The long lists of one page, drawn apart from it. */
export interface OptionsApart {
  /** For `OptionsContext`. */
  readonly standIn: (choices: readonly Choice[], chosen: string) => string | undefined;
  /** Puts the options where something stands in for them. */
  readonly putIn: (html: string) => string;
}

/** Below this a list is drawn where it stands: drawing what is chosen of it apart would cost as much. */
const fewestApart = 40;

/** Whether a list is drawn apart. */
export function isLong({ length }: readonly unknown[]): boolean {
  return length >= fewestApart;
}

/** What stands in for a list: nobody outside this process can write it into a page. */
const mark = `options-${crypto.randomUUID()}-`;

/**
 * The long lists of one page: the same components draw them, once for as long as the list itself lives, and only what is chosen anew.
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
