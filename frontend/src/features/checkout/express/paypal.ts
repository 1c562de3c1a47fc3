// PayPal's script (v5), as far as it is used: https://developer.paypal.com/sdk/js/reference/

export interface PaypalButtons {
  isEligible: () => boolean;
  render: (place: HTMLElement) => Promise<void>;
  close: () => Promise<void>;
}

interface Agreed {
  orderID: string;
}

export interface PaypalOptions {
  fundingSource: string;
  style: { layout: "horizontal"; color: "gold"; shape: "rect"; label: "paypal"; height: number; tagline: false };
  createOrder: () => Promise<string>;
  onApprove: (agreed: Agreed) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

interface Paypal {
  FUNDING: { PAYPAL: string };
  Buttons: (options: PaypalOptions) => PaypalButtons;
}

declare global {
  interface Window {
    paypal?: Paypal;
  }
}
