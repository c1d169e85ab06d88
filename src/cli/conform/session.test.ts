import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../test/support/forms.ts';
import { createConformanceSession } from './session.ts';

const exchange = {
  request: { method: 'POST', url: new URL('https://api.example/graphql'), headers: {} },
  status: 200,
  headers: {},
  text: '',
};

describe('createConformanceSession', () => {
  it('counts a requirement that was skipped at first and checked later once', () => {
    const { session, results } = createConformanceSession(
      {
        form: compileTestForm(),
        site: { id: 1, domain: 'one.example' },
        endpoints: { graphql: exchange.request.url, uploads: exchange.request.url },
        locales: ['en'],
      },
      { call: async () => exchange, getLastExchange: () => undefined } as never,
    );
    session.skip(['limit', 'origins'] as never, 'not yet');
    session.record(true, { code: 'limit', why: 'it is not', exchange } as never);
    session.skip(['limit'], 'too late');
    expect([...results.held]).toEqual(['limit']);
    expect([...results.skipped]).toEqual([['origins', 'not yet']]);
  });
});
