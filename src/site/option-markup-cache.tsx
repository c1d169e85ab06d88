import { renderToString } from 'react-dom/server';
import { memoizeByObject } from '#engine/memoize.ts';
import { Options } from '#widgets/controls/select-widget.tsx';
import { toAttributeValue, type WidgetChoice } from '#widgets/controls/widget-props.ts';

/** Caches the markup of the long lists of one page. */
export interface OptionMarkupCache {
  /** The value of `OptionMarkupContext`: returns a placeholder for a long list. */
  readonly addPlaceholder: (choices: readonly WidgetChoice[], chosen: string) => string | undefined;
  readonly fillPlaceholders: (html: string) => string;
}

/**
 * The minimum length of a cached list: for shorter ones, marking the chosen option costs as much as
 * rendering.
 */
const minCachedOptions = 40;

export function isLongList({ length }: readonly unknown[]): boolean {
  return length >= minCachedOptions;
}

/** The start of placeholders. It is random, so that no visitor can write it into a page. */
const mark = `options-${crypto.randomUUID()}-`;

/**
 * Creates the cache for one page. The options are rendered by the same component once per list object; only
 * the chosen option is rendered again.
 */
export function createOptionMarkupCache(): OptionMarkupCache {
  const lists: { readonly choices: readonly WidgetChoice[]; readonly chosen: string }[] = [];
  return {
    addPlaceholder(choices, chosen) {
      if (!isLongList(choices)) return undefined;
      lists.push({ choices, chosen });
      return `${mark}${lists.length - 1};`;
    },
    fillPlaceholders(html) {
      if (lists.length === 0) return html;
      const [first = '', ...rest] = html.split(mark);
      return rest.reduce((whole, text) => {
        const end = text.indexOf(';');
        const list = lists[Number(text.slice(0, end))];
        return whole + (list ? getOptionsHtml(list.choices, list.chosen) : '') + text.slice(end + 1);
      }, first);
    },
  };
}

const renderUnchosen = memoizeByObject((choices: readonly WidgetChoice[]): string => renderOptions(choices));

function getOptionsHtml(choices: readonly WidgetChoice[], chosen: string): string {
  return choices
    .filter(({ value }) => toAttributeValue(value) === chosen)
    .reduce(
      (all, choice) => all.replace(renderOptions([choice]), () => renderOptions([choice], chosen)),
      renderUnchosen(choices),
    );
}

function renderOptions(choices: readonly WidgetChoice[], chosen?: string): string {
  const select = renderToString(
    <select defaultValue={chosen}>
      <Options choices={choices} />
    </select>,
  );
  return select.slice('<select>'.length, -'</select>'.length);
}
