import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlainTextCopy } from './copy.tsx';

describe('Copy', () => {
  it('starts a paragraph at a blank line and nowhere else', () => {
    const copy = renderToStaticMarkup(<PlainTextCopy text={'One\nand a half.\r\n \r\n\r\nTwo.\n'} />);
    expect(copy).toBe('<div class="sw-copy"><p>One\nand a half.</p><p>Two.</p></div>');
  });
});
