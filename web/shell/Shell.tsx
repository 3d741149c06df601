import type { ReactNode } from 'react';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { BusinessLayout } from './BusinessLayout.tsx';

/** The live channel and the layout of a business's screens. */
export default function BusinessShell({ token, children }: { readonly token: string; readonly children: ReactNode }) {
  return <LiveProvider token={token}><BusinessLayout>{children}</BusinessLayout></LiveProvider>;
}
