/* Shows pushes, and leads to what they are about. It keeps no pages: everything else goes to the network as if it were not there. */
self.addEventListener('install', () => {
  self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('push', (event) => {
  let note = {};
  try {
    note = event.data ? event.data.json() : {};
  } catch {
    /* Not ours: shown without words, because a push has to show something. */
  }
  const title = typeof note.title === 'string' ? note.title : 'New notification';
  event.waitUntil(
    self.registration.showNotification(title, {
      body: typeof note.body === 'string' ? note.body : '',
      tag: typeof note.tag === 'string' ? note.tag : undefined,
      renotify: typeof note.tag === 'string',
      data: { link: note.link },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data ?? {};
  // A path of this application and nothing else.
  const address = new URL(typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/', self.location.origin);
  event.waitUntil(
    (async () => {
      const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (!open) return self.clients.openWindow(address.href);
      await open.focus();
      return 'navigate' in open ? open.navigate(address.href) : undefined;
    })(),
  );
});
