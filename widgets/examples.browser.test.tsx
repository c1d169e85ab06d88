import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { widgetNames } from '#engine';
import { textDirection } from '#engine/locale.ts';
import { widgets } from './rjsf/widget-table.ts';
import { expectNoViolations, expectReferencesToResolve } from './testing/accessibility.ts';
import { allExamples } from './testing/all-examples.ts';
import { type Example, statesOf } from './testing/example-states.ts';
import { loadForExamples } from './testing/example-view.tsx';
import { commonStates } from './testing/widget-examples.ts';
import { WidgetStates } from './testing/widget-states.tsx';
import './theme/theme.css';

/** All states of a widget on one page, once all that they load has come. */
async function draw(examples: readonly Example[], locale: string): Promise<HTMLElement> {
  await loadForExamples();
  const { container } = await render(
    <main lang={locale} dir={textDirection(locale)}>
      <WidgetStates examples={examples} locale={locale} />
    </main>,
  );
  await expect
    .poll(() => container.querySelectorAll('form > .sw-fields > :nth-child(2)').length)
    .toBe(examples.length);
  await expect.poll(() => container.querySelector('.sw-fields > [aria-busy=true]')).toBeNull();
  return container;
}

const controls = 'input:not([type=hidden]), select, textarea, button';

function stateIn(container: Element, state: string): Element | null {
  return container.querySelector(`[data-state=${state}] form`);
}

/** Widgets of which each lays its parts out in another way than the others. */
const mirrored = ['text', 'phone', 'select', 'radio', 'date', 'photos'];

describe('the examples', () => {
  it.each(allExamples)(
    'are drawn with names, references that resolve and nothing that axe finds, and show problems and locks where they are: $widget',
    async (one) => {
      const examples = statesOf(one);
      const container = await draw(examples, 'en');
      expectReferencesToResolve(container);
      await expectNoViolations(container);
      if (one.states?.problem !== 'none') {
        const common = examples.filter(({ state }) => commonStates.includes(state));
        const red = common.filter(({ state }) =>
          stateIn(container, state)?.querySelector('.sw-field--invalid, [aria-invalid=true], .sw-error'),
        );
        expect(red.map(({ state }) => state)).toEqual(['problem']);
      }
      if (one.states?.locked !== 'none') {
        const usable = (state: string, fixed: string) =>
          [...container.querySelectorAll(`[data-state=${state}] .sw-fields > :nth-child(2) :is(${controls})`)]
            .filter((control) => !control.matches(fixed))
            .map(({ outerHTML }) => outerHTML);
        expect(usable('disabled', ':disabled')).toEqual([]);
        expect(usable('locked', ':disabled, [readonly], [aria-readonly=true]')).toEqual([]);
      }
    },
  );

  it.each(allExamples.filter(({ widget }) => mirrored.includes(widget)))(
    'are drawn likewise from right to left: $widget',
    async (one) => {
      const container = await draw(statesOf(one), 'ar');
      expectReferencesToResolve(container);
      await expectNoViolations(container);
    },
  );
});

describe('a widget', () => {
  it('has a control for every name that a UI schema may give', () => {
    expect(Object.keys(widgets).sort()).toEqual([...widgetNames].sort());
  });
});
