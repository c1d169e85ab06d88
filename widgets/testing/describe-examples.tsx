import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { textDirection } from '#engine/texts/locale.ts';
import { expectNoViolations, expectReferencesToResolve } from './accessibility.ts';
import type { allExamples } from './all-examples.ts';
import { type Example, listExampleStates } from './example-states.ts';
import { loadForExamples } from './example-view.tsx';
import { commonStates } from './widget-examples.ts';
import { WidgetStates } from './widget-states.tsx';
import '../theme/theme.css';

/** Renders all states of a widget on one page and waits until everything is loaded. */
async function renderStates(examples: readonly Example[], locale: string): Promise<HTMLElement> {
  await loadForExamples();
  const { container } = await render(
    <main lang={locale} dir={textDirection(locale)}>
      <WidgetStates examples={examples} locale={locale} />
    </main>,
  );
  await expect
    .poll(() => container.querySelectorAll('form > .sw-fields > :first-child').length)
    .toBe(examples.length);
  await expect.poll(() => container.querySelector('.sw-fields > [aria-busy=true]')).toBeNull();
  return container;
}

const controlSelector = 'input:not([type=hidden]), select, textarea, button';

/** Returns the form of a state on the page; null if it is not rendered. */
function findState(container: Element, state: string): Element | null {
  return container.querySelector(`[data-state=${state}] form`);
}

/**
 * Declares a test for each widget. It renders all states and expects that ids and names are right, that axe
 * finds nothing, that of the common states only `problem` shows problems, and that no control can be changed
 * in the states `disabled` and `locked`. States that the widget removes are not checked.
 */
export function describeExamples(chosen: typeof allExamples): void {
  describe('the examples', () => {
    it.each(chosen)(
      'are drawn with names, references that resolve and nothing that axe finds, and show problems and locks where they are: $widget',
      async (one) => {
        const examples = listExampleStates(one);
        const container = await renderStates(examples, 'en');
        expectReferencesToResolve(container);
        await expectNoViolations(container);
        if (one.states?.problem !== 'none') {
          const common = examples.filter(({ state }) => commonStates.includes(state));
          const red = common.filter(({ state }) =>
            findState(container, state)?.querySelector('.sw-field--invalid, [aria-invalid=true], .sw-error'),
          );
          expect(red.map(({ state }) => state)).toEqual(['problem']);
        }
        if (one.states?.locked !== 'none') {
          /** Returns the HTML of the field's controls in a state that do not match the selector `fixed`. */
          const usable = (state: string, fixed: string) =>
            [
              ...container.querySelectorAll(
                `[data-state=${state}] .sw-fields > :first-child :is(${controlSelector})`,
              ),
            ]
              .filter((control) => !control.matches(fixed))
              .map(({ outerHTML }) => outerHTML);
          expect(usable('disabled', ':disabled')).toEqual([]);
          expect(usable('locked', ':disabled, [readonly], [aria-readonly=true]')).toEqual([]);
        }
      },
    );
  });
}

/**
 * Declares a test for each widget in Arabic, from right to left: ids and names are right, axe finds nothing.
 */
export function describeMirrored(chosen: typeof allExamples): void {
  describe('the examples from right to left', () => {
    it.each(chosen)('are drawn likewise: $widget', async (one) => {
      const container = await renderStates(listExampleStates(one), 'ar');
      expectReferencesToResolve(container);
      await expectNoViolations(container);
    });
  });
}
