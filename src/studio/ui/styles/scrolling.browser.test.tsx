import { expect, it } from 'vitest';
import './studio.css';

/** Returns the style rules of a sheet, those inside conditions and layers as well. */
function styleRulesOf({ cssRules }: CSSStyleSheet | CSSGroupingRule): readonly CSSStyleRule[] {
  return [...cssRules].flatMap((rule) => {
    if (rule instanceof CSSImportRule) return rule.styleSheet ? styleRulesOf(rule.styleSheet) : [];
    const inner = rule instanceof CSSGroupingRule ? styleRulesOf(rule) : [];
    return rule instanceof CSSStyleRule ? [rule, ...inner] : inner;
  });
}

// What is visually hidden is absolute: outside of a containing block that scrolls it would make the page itself longer.
it('whatever scrolls contains what is absolute in it', () => {
  const scrolling = [...document.styleSheets].flatMap(styleRulesOf).filter(({ selectorText, style }) => {
    const isOwn = /\.st-|\bmain\b/.test(selectorText);
    return isOwn && [style.overflowX, style.overflowY].some((value) => /auto|scroll/.test(value));
  });
  expect(scrolling.length).toBeGreaterThan(5);
  const loose = scrolling.filter(({ style }) => ['', 'static'].includes(style.position));
  expect(loose.map(({ selectorText }) => selectorText)).toEqual([]);
});

// Two pages with one class change each other: the later file wins on both.
it('no two pages share a class by chance', () => {
  const [own] = [...document.styleSheets].filter((sheet) => styleRulesOf(sheet).length > 100);
  const classes = [...(own?.cssRules ?? [])].flatMap((rule) =>
    rule instanceof CSSStyleRule && /^\.st-[\w-]+$/.test(rule.selectorText) ? [rule.selectorText] : [],
  );
  expect(classes.length).toBeGreaterThan(100);
  expect(classes.filter((name, at) => classes.indexOf(name) !== at)).toEqual([]);
});
