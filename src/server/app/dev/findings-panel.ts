import { escapeHtml } from '../../delivery/mail/inert-text.ts';
import { type FormFinding, formatFinding } from './check-forms.ts';

/**
 * Returns the HTML document with a panel of the findings before its last `</body>`, outside of everything
 * that scripts hydrate. Without findings or `</body>` the document is returned unchanged.
 */
export function withFindings(html: string, findings: readonly FormFinding[]): string {
  if (findings.length === 0) return html;
  const at = html.lastIndexOf('</body>');
  return at === -1 ? html : `${html.slice(0, at)}${renderPanel(findings)}${html.slice(at)}`;
}

/** Pages in development have no policy against inline styles. */
const style =
  'position:fixed;inset:auto 1rem 1rem;z-index:2147483647;max-height:40vh;overflow:auto;padding:.75rem 1rem;background:#fff8e6;color:#3b2a00;border:1px solid #b98900;border-radius:4px;font:14px/1.5 system-ui,sans-serif';

/** Returns the HTML of an open panel with the number of findings and a list of them, escaped. */
function renderPanel(findings: readonly FormFinding[]): string {
  const count = findings.length === 1 ? 'One finding' : `${findings.length} findings`;
  const items = findings.map(
    (finding) =>
      `<li>${escapeHtml(formatFinding(finding))}${finding.scenario ? `<br><code>${escapeHtml(JSON.stringify(finding.scenario))}</code>` : ''}</li>`,
  );
  return `<details open id="slipway-findings" style="${style}"><summary>${count} of slipway check</summary><ul>${items.join('')}</ul></details>`;
}
