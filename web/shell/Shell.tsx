import type { ReactNode } from 'react';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { Layout } from './Layout.tsx';

/** The live channel and the layout of all screens behind the sign-in. */
export default function Shell({ token, children }: { readonly token: string; readonly children: ReactNode }) {
  return (
    <LiveProvider token={token}>
      <Layout>{children}</Layout>
    </LiveProvider>
  );
}
