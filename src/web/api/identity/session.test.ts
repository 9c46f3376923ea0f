import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sam = { uid: 'sam', displayName: 'Sam', email: 'sam@example.com', photoURL: null };

/** What the shop says of whoever is in this browser. */
const shop = { user: sam, admin: false };

beforeEach(() => {
  vi.resetModules();
  Object.assign(shop, { user: sam, admin: false });
  // Nothing is kept for this site but in the page itself.
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', { locks: { request: (_: string, ask: () => unknown) => ask() } });
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url);
    if (pathname === '/auth/session') return Response.json({ user: shop.user });
    if (pathname.startsWith('/admin/')) return Response.json({ admin: shop.admin });
    if (pathname === '/auth/sign-out') return Response.json({ acknowledged: true });
    if (pathname === '/promises') return Response.json({ code: 'customer_only' }, { status: 403 });
    return Response.json({ acknowledged: true, token: `x.${btoa(JSON.stringify({ sub: shop.user.uid }))}.x` });
  });
});

// Test files share modules: the next one begins signed out.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('somebody who was made an admin comes to the pages of admins without a reload; others are signed out', async () => {
  const { askRole, currentSession, loadSession } = await import('./session.ts');
  const { admitAdmin } = await import('../../pages/identity/access.ts');
  expect(await loadSession()).toMatchObject({ admin: false });
  shop.admin = true;
  expect(await admitAdmin()).toMatchObject({ ok: true, value: { admin: true } });
  expect([currentSession(), await loadSession()]).toMatchObject([{ admin: true }, { admin: true }]);
  shop.admin = false;
  await askRole(sam);
  expect(await admitAdmin()).toMatchObject({ ok: false, failure: { code: 'admins_page' } });
  expect(currentSession()).toEqual({ status: 'signed-out', ended: 'refused' });
});

test('what somebody typed goes when another person follows, of whose sign-in this tab was not told', async () => {
  const { enter, loadSession } = await import('./session.ts');
  const { personalStorage } = await import('../personal-storage.ts');
  const typed = () => ['contact:sam', 'contact:kim'].map((name) => personalStorage.getItem(name));
  await loadSession();
  personalStorage.setItem('contact:sam', 'Ring twice');
  personalStorage.setItem('contact:kim', 'Ask for the dock');
  await enter({ ok: true, value: sam });
  expect(typed()).toEqual(['Ring twice', 'Ask for the dock']);
  await enter({ ok: true, value: { ...sam, uid: 'kim' } });
  expect(typed()).toEqual([null, 'Ask for the dock']);
});

test('the page to return to after login is kept per person; one that was left while signed out is for the next person', async () => {
  const { enter, loadSession, signOut } = await import('./session.ts');
  const { comeBackAfterLogin, takePageAfterLogin } = await import('../../pages/identity/after-login.ts');
  await loadSession();
  for (const [user, page] of [
    [sam, '/dashboard/makeAdmin'],
    [{ ...sam, uid: 'kim' }, undefined],
  ] as const) {
    await enter({ ok: true, value: sam });
    comeBackAfterLogin('/dashboard/makeAdmin');
    await signOut('refused');
    await enter({ ok: true, value: user });
    expect([takePageAfterLogin(), takePageAfterLogin()]).toEqual([page, undefined]);
  }
  await signOut();
  comeBackAfterLogin('/order-list');
  await enter({ ok: true, value: sam });
  expect(takePageAfterLogin()).toBe('/order-list');
});

test('a refusal for admins makes the page ask again who this is', async () => {
  const { api, currentSession, loadSession } = await import('./session.ts');
  await loadSession();
  shop.admin = true;
  expect(await api.call('listPromises', {})).toMatchObject({ ok: false, failure: { code: 'customer_only' } });
  await vi.waitFor(() => expect(currentSession()).toMatchObject({ status: 'signed-in', admin: true }));
});
