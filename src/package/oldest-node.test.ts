import { describe, expect, it } from 'vitest';
import { describeOldNode, oldestNode, oldestServerNode } from './oldest-node.ts';

describe('describeOldNode', () => {
  it.each(['20.19.5', '22.14.0'])('says which version a program needs on Node %s', (current) => {
    expect(describeOldNode('slipway', oldestNode, current)).toBe(
      `Cannot run slipway: it needs Node 22.15 or later, and this is ${current}`,
    );
  });

  it.each(['22.15.0', '24.0.0'])('says nothing on Node %s', (current) => {
    expect(describeOldNode('slipway', oldestNode, current)).toBeUndefined();
  });

  it('wants a newer version for a server', () => {
    expect(describeOldNode('slipway-server', oldestServerNode, '22.21.0')).toContain('Node 24.0');
    expect(describeOldNode('slipway-server', oldestServerNode, '24.0.0')).toBeUndefined();
  });
});
