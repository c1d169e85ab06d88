import { describe, expect, it } from 'vitest';
import type { PersonEntry } from '../../store/records/people-entry.ts';
import { createPasswords, TooBusy } from './passwords.ts';
import { createDeviceToken, createPasswordConfirmation, createSignIn } from './sign-in.ts';

const right = 'four brown herons';

/** Decides with one password at a time, and one that waits. */
async function opened() {
  const passwords = createPasswords({
    cost: 1024,
    blockSize: 8,
    parallelization: 1,
    concurrency: 1,
    waiting: 1,
  });
  const person: PersonEntry = {
    id: 'ann',
    name: 'Ann',
    role: 'viewer',
    createdAt: 0,
    password: await passwords.hash(right),
  };
  const granted = async () => ({ isGranted: true }) as const;
  const deviceKeys = new Uint8Array(32);
  const dependencies = {
    passwords,
    deviceKeys,
    factorKeys: deviceKeys,
    now: () => 0,
    store: { person: async () => person, consumeCode: async () => false },
    limits: { consumeSignIn: granted, consumeSignInAs: granted, forgetSignIns: async () => undefined },
  };
  return {
    person,
    passwords,
    signIn: createSignIn(dependencies),
    checkPassword: createPasswordConfirmation(dependencies),
    device: createDeviceToken(person.id, 'word', deviceKeys),
    /** Has as many wrong passwords looked at as may wait; resolves once all of them are. */
    flood: () =>
      Promise.all([passwords.verify('wrong', person.password), passwords.verify('wrong', person.password)]),
  };
}

const given = { name: 'Ann', password: right, address: '192.0.2.1' };

describe('createSignIn', () => {
  it('lets in whoever is right in a browser that is known, however many passwords wait', async () => {
    const { signIn, device, flood } = await opened();
    const wrong = flood();
    const [known, unknown, ofAnother] = await Promise.all([
      signIn({ ...given, device }),
      signIn({ ...given, device: undefined }),
      signIn({ ...given, device: createDeviceToken('somebody else', 'word', new Uint8Array(32)) }),
    ]);
    expect(known).toMatchObject({ kind: 'right' });
    for (const refused of [unknown, ofAnother])
      expect(refused).toMatchObject({ kind: 'refused', refusal: { error: 'too-many-requests' } });
    expect(await wrong).toEqual([false, false]);
    expect(await signIn({ ...given, device: undefined })).toMatchObject({ kind: 'right' });
  });
});

describe('createPasswordConfirmation', () => {
  it('takes the password of whoever is signed in, however many wait', async () => {
    const { checkPassword, person, passwords, flood } = await opened();
    const wrong = flood();
    await expect(passwords.hash('a')).rejects.toThrow(TooBusy);
    const again = { session: 'one', person };
    expect(
      await Promise.all([
        checkPassword({ ...again, password: right }),
        checkPassword({ ...again, password: 'wrong' }),
        passwords.hash('b', { isFirst: true }).then(() => 'hashed'),
      ]),
    ).toEqual([undefined, { error: 'wrong-password' }, 'hashed']);
    await wrong;
  });
});
