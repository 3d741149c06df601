import { useEffect, useRef, useState } from 'react';

/** What a page of the sandbox tells the page around it. */
export interface Told {
  readonly source?: unknown;
  readonly kind?: unknown;
  readonly paymentMethod?: unknown;
  readonly status?: unknown;
  readonly height?: unknown;
}

/** A page of the sandbox in a frame of its own origin, as high as it says. `path`: from where its card form is. */
export function SandboxFrame({
  formUrl,
  path,
  query,
  title,
  onTold,
}: {
  readonly formUrl: string;
  readonly path?: string;
  readonly query: Readonly<Record<string, string>>;
  readonly title: string;
  readonly onTold: (told: Told) => void;
}) {
  const [height, setHeight] = useState(220);
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin, href } = new URL(path ?? formUrl, formUrl);
  useEffect(() => {
    const hear = ({ origin: from, source, data }: MessageEvent<Told | null>) => {
      if (from !== origin || source !== frame.current?.contentWindow || data?.source !== 'sandbox-card') return;
      if (data.kind === 'height' && typeof data.height === 'number')
        setHeight(Math.min(Math.max(data.height, 120), 900));
      else onTold(data);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [origin, onTold]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={`${href}?${new URLSearchParams({ ...query, parent: location.origin })}`}
      style={{ display: 'block', width: '100%', height, border: 0, colorScheme: 'normal' }}
    />
  );
}
