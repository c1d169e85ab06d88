import { describe, expect, it } from 'vitest';
import type { FindingView } from '../../api/findings.ts';
import type { ReportView } from '../../api/studio.ts';
import { countFieldErrors } from './field-findings.ts';

const type = { key: 'service', folder: 'service' };

describe('countFieldErrors', () => {
  it('counts the errors of a field and of those nested in it', () => {
    const report = createReport([
      ['/properties/party', 'error'],
      ['/properties/party/properties/age/maximum', 'error'],
      ['/properties/party/title', 'warning'],
      ['/properties/phone', 'error'],
    ]);
    expect(countFieldErrors(report, { type, field: { name: 'party' } })).toBe(2);
    expect(countFieldErrors(report, { type, field: { name: 'party.age' } })).toBe(1);
    expect(countFieldErrors(undefined, { type, field: { name: 'party' } })).toBe(0);
  });

  it('reads the findings once per report and field, because each keystroke asks for every field', () => {
    let readCount = 0;
    const [finding] = createReport([['/properties/phone', 'error']]).findings;
    const counted = {
      ...finding,
      get pointer() {
        readCount += 1;
        return '/properties/phone';
      },
    } as FindingView;
    const report = { findings: [counted] } as unknown as ReportView;
    const count = () => countFieldErrors(report, { type, field: { name: 'phone' } });
    expect(count()).toBe(1);
    const before = readCount;
    expect(count()).toBe(1);
    expect(readCount).toBe(before);
  });
});

function createReport(findings: readonly (readonly [pointer: string, severity: string])[]): ReportView {
  return {
    findings: findings.map(([pointer, severity]) => ({
      file: 'forms/service/schema.json',
      pointer,
      severity,
    })),
  } as unknown as ReportView;
}
