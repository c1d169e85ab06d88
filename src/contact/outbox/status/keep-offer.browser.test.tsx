import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import '#widgets/theme/theme.css';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, locateSection, sendButton, typeText } from '../../testing/visitor.ts';
import { button, restoreBrowser, startUnreachable } from '../testing/stored-form.tsx';

beforeEach(async () => {
  await startUnreachable();
});
afterEach(restoreBrowser);

describe('the button of a form that offers to send later', () => {
  /** Returns whether it is filled with a colour, and the number of its transitions. */
  function look(): readonly [boolean, number] {
    const element = sendButton().element();
    return [getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)', element.getAnimations().length];
  }

  it('is the second one meanwhile, and readable at each moment', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    // A transition lasts until the test ends.
    locateSection().element().setAttribute('style', '--sw-duration-fast: 1000s');
    await fillGeneral();
    await sendButton().click();
    await expect.element(button('Send when I am back online')).toBeVisible();
    await expect.poll(look).toEqual([false, 0]);
    await typeText('message', 'And on Sundays?');
    await expect.poll(() => button('Send when I am back online').query()).toBeNull();
    await expect.poll(look).toEqual([true, 0]);
  });
});
