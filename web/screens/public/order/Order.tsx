import { OrderScreen } from './OrderScreen.tsx';

export default function Order() {
  return <OrderScreen id="agency" />;
}
