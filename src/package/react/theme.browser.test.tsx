import { afterEach, describe, expect, it } from 'vitest';
import theming from '../../../docs/theming.md?raw';
import theme from './theme.css?inline';

const [, host = ''] = [...theming.matchAll(/```css\n(.*?)```/gs)].map(([, text = '']) => text);
const unlayered = '.sw-button { text-transform: lowercase; } button { border-radius: 99px; }';

afterEach(() => document.body.replaceChildren());

describe('theme.css', () => {
  it.each<[string, readonly string[]]>([
    ['before', [host, theme]],
    ['after', [theme, host]],
    ['between those of two forms', [theme, host, theme]],
    ['before those of two forms', [host, theme, theme]],
    ['before, and others after', [host, theme, unlayered]],
    ['before, as docs of 0.1.0 said', ['@layer slipway.reset, slipway.theme, slipway.host;', host, theme]],
  ])('lets what a host writes into slipway.host win in a style sheet %s', (_place, sheets) => {
    const { textTransform, borderRadius } = drawButton(sheets);
    expect(host).toMatch(/^@layer slipway\.host \{/);
    expect(textTransform).toBe('uppercase');
    expect(borderRadius).toBe('2px');
  });

  it.each<[string, readonly string[]]>([
    ['before', [unlayered, theme]],
    ['after', [theme, unlayered]],
  ])('is not affected by rules without a layer in a style sheet %s', (_place, sheets) => {
    expect(drawButton(sheets)).toMatchObject({ textTransform: 'none', borderRadius: '2px' });
  });
});

/**
 * Returns the styles of a button of a form. A shadow tree has an order of layers of its own, as a page has.
 */
function drawButton(sheets: readonly string[]): CSSStyleDeclaration {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  for (const text of sheets) {
    const style = document.createElement('style');
    style.textContent = text;
    shadow.append(style);
  }
  let parent: Node = shadow;
  for (const [tag, className] of [
    ['div', 'sw-host'],
    ['section', 'sw-section'],
    ['button', 'sw-button'],
  ] as const)
    parent = parent.appendChild(Object.assign(document.createElement(tag), { className }));
  return getComputedStyle(parent as HTMLElement);
}
