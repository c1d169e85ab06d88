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

describe('the examples', () => {
  it.each(allExamples.map((one) => [one.widget, one] as const))(
    'are drawn with names, references that resolve, and nothing that axe finds: %s',
    async (_name, one) => {
      for (const locale of ['en', 'ar']) {
        const container = await draw(statesOf(one), locale);
        expectReferencesToResolve(container);
        await expectNoViolations(container);
        container.remove();
      }
    },
  );

  it.each(
    allExamples.filter(({ states }) => states?.problem !== 'none').map((one) => [one.widget, one] as const),
  )('show a problem where there is one, and nowhere else: %s', async (_name, one) => {
    const examples = statesOf(one).filter(({ state }) => commonStates.includes(state));
    const container = await draw(examples, 'en');
    const red = examples.filter(({ state }) =>
      stateIn(container, state)?.querySelector('.sw-field--invalid, [aria-invalid=true], .sw-error'),
    );
    expect(red.map(({ state }) => state)).toEqual(['problem']);
  });

  it.each(
    allExamples.filter(({ states }) => states?.locked !== 'none').map((one) => [one.widget, one] as const),
  )('cannot be used where they are disabled, nor changed where they are locked: %s', async (_name, one) => {
    const examples = statesOf(one).filter(({ state }) => state === 'disabled' || state === 'locked');
    const container = await draw(examples, 'en');
    const usable = (state: string, fixed: string) =>
      [...container.querySelectorAll(`[data-state=${state}] .sw-fields > :nth-child(2) :is(${controls})`)]
        .filter((control) => !control.matches(fixed))
        .map(({ outerHTML }) => outerHTML);
    expect(usable('disabled', ':disabled')).toEqual([]);
    expect(usable('locked', ':disabled, [readonly], [aria-readonly=true]')).toEqual([]);
  });
});

describe('a widget', () => {
  it('has a control for every name that a UI schema may give', () => {
    expect(Object.keys(widgets).sort()).toEqual([...widgetNames].sort());
  });
});
