import { describe, expect, it } from 'vitest';
import { withFindings } from './findings-panel.ts';

const finding = {
  file: 'rules.json',
  line: 4,
  column: 5,
  severity: 'error',
  code: 'required-hidden',
  reason: '"email" is required, but </body> hidden',
  scenario: { name: 'A <visitor> can send' },
};

describe('withFindings', () => {
  it('leaves a page alone where there is nothing to say', () => {
    expect(withFindings('<body><p>x</p></body>', [])).toBe('<body><p>x</p></body>');
  });

  it('puts what there is at the end of the page, as text', () => {
    const html = withFindings('<body><p>x</p></body>', [finding]);
    expect(html).toContain(
      'schemas/rules.json:4:5: error required-hidden: &quot;email&quot; is required, but &lt;/body&gt; hidden',
    );
    expect(html).toContain('A &lt;visitor&gt; can send');
    expect(html.match(/<\/body>/g)).toHaveLength(1);
  });
});
