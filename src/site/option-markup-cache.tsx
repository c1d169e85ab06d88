import { renderToString } from 'react-dom/server';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { Options } from '#widgets/controls/select-widget.tsx';
import { toAttributeValue, type WidgetChoice } from '#widgets/controls/widget-props.ts';

/** Renders the long lists of one page from cached markup. */
export interface OptionMarkupCache {
  /**
   * The value of `OptionMarkupContext`: records a long list and returns the placeholder for its options.
   * Returns undefined for a short list.
   * @param chosen The value of the chosen option, as in HTML.
   */
  readonly addPlaceholder: (choices: readonly WidgetChoice[], chosen: string) => string | undefined;
  /** Returns the page's HTML with the markup of the options instead of the placeholders. */
  readonly fillPlaceholders: (html: string) => string;
}

/**
 * The minimum length of a cached list: for shorter ones, marking the chosen option costs as much as
 * rendering.
 */
const minCachedOptions = 40;

/** Returns true if the list has at least `minCachedOptions` items. */
export function isLongList({ length }: readonly unknown[]): boolean {
  return length >= minCachedOptions;
}

/** The start of placeholders. It is random, so that no visitor can write it into a page. */
const mark = `options-${crypto.randomUUID()}-`;

/**
 * Creates placeholders for the long lists of one page and fills them. The markup of a list is rendered once
 * per list object, also for later pages. Only the chosen option is rendered again.
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

/** Returns the markup of options of which none is chosen. Cached by the list object. */
const renderUnchosen = memoizeByObject((choices: readonly WidgetChoice[]): string => renderOptions(choices));

/** Returns the markup of options with the chosen one marked, from the cached markup. */
function getOptionsHtml(choices: readonly WidgetChoice[], chosen: string): string {
  return choices
    .filter(({ value }) => toAttributeValue(value) === chosen)
    .reduce(
      (all, choice) => all.replace(renderOptions([choice]), () => renderOptions([choice], chosen)),
      renderUnchosen(choices),
    );
}

/** Renders the markup of options, without the element around them. Uses no cache. */
function renderOptions(choices: readonly WidgetChoice[], chosen?: string): string {
  const select = renderToString(
    <select defaultValue={chosen}>
      <Options choices={choices} />
    </select>,
  );
  return select.slice('<select>'.length, -'</select>'.length);
}
