import { useRouteParam } from '../../../session/params.ts';
import { OrderScreen } from './OrderScreen.tsx';

export default function ProductPage() {
  return <OrderScreen id={useRouteParam('slug')} />;
}
