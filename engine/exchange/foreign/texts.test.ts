import { describe, expect, it } from 'vitest';
import { splitHtml } from './texts.ts';

describe('splitHtml', () => {
  it('returns headings and the texts between them', () => {
    const html = '<p>Hi</p><h2>The <b>boat</b><br>we meet</h2><ul><li>a</li><li>b</li></ul><h3>End</h3>';
    expect(splitHtml(html).parts).toEqual([
      { kind: 'paragraph', text: 'Hi' },
      { kind: 'heading', text: 'The boat we meet' },
      { kind: 'paragraph', text: '- a\n- b' },
      { kind: 'heading', text: 'End' },
    ]);
  });

  it('separates the cells of a table', () => {
    const html = '<table><tr><th>Price</th><th>Day</th></tr><tr><td>4</td><td>Monday</td></tr></table>';
    expect(splitHtml(html).parts).toEqual([{ kind: 'paragraph', text: 'Price Day\n\n4 Monday' }]);
  });

  it('names what no text can replace, and removes scripts', () => {
    const html =
      '<h1></h1><IMG src=x onerror=alert(1)><iframe src="//x"></iframe>Text<script>"<h2>no</h2>"</script><img>';
    expect(splitHtml(html)).toEqual({
      parts: [{ kind: 'paragraph', text: 'Text' }],
      lost: ['img', 'iframe'],
      hadMarkup: true,
      hadScript: true,
    });
  });

  it('ends with HTML that is never closed, and in time with thousands of headings', () => {
    expect(splitHtml('<h2>Open').parts).toEqual([{ kind: 'heading', text: 'Open' }]);
    expect(splitHtml('<h2>'.repeat(20_000)).parts).toEqual([]);
  });
});
