"""What may never happen from the stock to the invoice, as SQL that must return no row (`shop.invariants` runs it)."""

from collections.abc import Mapping

INVARIANTS: Mapping[str, str] = {
    "1a held + sold stay within every stock's capacity": """
        SELECT id, capacity, held, sold FROM catalogue_stock WHERE held + sold > capacity OR held < 0 OR sold < 0
    """,
    "1b counts are the sums of the claims": """
        SELECT stock.id, stock.held, stock.sold, stock.waiting FROM catalogue_stock AS stock
        LEFT JOIN catalogue_stockclaim AS claim ON claim.stock_id = stock.id
        GROUP BY stock.id
        HAVING stock.held <> COALESCE(SUM(claim.quantity) FILTER (WHERE claim.session_id IS NOT NULL), 0)
            OR stock.sold <> COALESCE(SUM(claim.quantity) FILTER (WHERE claim.session_id IS NULL), 0)
            OR stock.waiting <> COALESCE(SUM(claim.quantity) FILTER (WHERE claim.waits), 0)
    """,
    "1c what placements sold is what their claims own, stock by stock": """
        WITH needed AS (
            SELECT line.placement_id AS holder, stock_id, SUM(line.amount) AS quantity
            FROM checkout_orderline AS line
            JOIN checkout_placement AS placed ON placed.id = line.placement_id AND placed.cancelled_at IS NULL
            CROSS JOIN LATERAL unnest(line.stocks) AS stock_id
            WHERE line.invalidated_at IS NULL
            GROUP BY line.placement_id, stock_id
        ), owned AS (
            SELECT holder, stock_id, quantity FROM catalogue_stockclaim WHERE session_id IS NULL
        )
        SELECT holder, stock_id, needed.quantity, owned.quantity
        FROM needed FULL JOIN owned USING (holder, stock_id)
        WHERE needed.quantity IS DISTINCT FROM owned.quantity
    """,
    "1h pieces marked as waiting belong to an open placement, and those of an unpaid placement with a pending transfer "
    "are marked": """
        SELECT claim.id FROM catalogue_stockclaim AS claim
        LEFT JOIN checkout_placement AS placed ON placed.id = claim.holder
        WHERE claim.session_id IS NULL AND CASE WHEN claim.waits
            THEN placed.id IS NULL OR placed.paid_at IS NOT NULL OR placed.cancelled_at IS NOT NULL
            ELSE placed.paid_at IS NULL AND EXISTS (
                SELECT 1 FROM checkout_payment AS payment
                WHERE payment.placement_id = placed.id AND payment.method = 'bank_transfer'
                AND payment.state = 'pending'
            )
        END
    """,
    "1d every ticket with a seat has one claim of its own cart or placement, and every claim its ticket": """
        SELECT holder, seat_id, held, SUM(lines), SUM(claims) FROM (
            SELECT line.cart_id AS holder, line.seat_id, true AS held, 1 AS lines, 0 AS claims
            FROM cart_cartline AS line JOIN cart_cart AS cart ON cart.id = line.cart_id AND cart.state = 'open'
            JOIN sessions_queue_visitorsession AS session ON session.id = cart.session_id
            WHERE line.seat_id IS NOT NULL AND session.ended_at IS NULL AND session.expires_at > now()
            UNION ALL
            SELECT line.placement_id, line.seat_id, false, 1, 0
            FROM checkout_orderline AS line
            JOIN checkout_placement AS placed ON placed.id = line.placement_id AND placed.cancelled_at IS NULL
            WHERE line.seat_id IS NOT NULL AND line.invalidated_at IS NULL
            UNION ALL
            SELECT claim.holder, claim.seat_id, claim.session_id IS NOT NULL, 0, 1
            FROM catalogue_seatclaim AS claim
            LEFT JOIN sessions_queue_visitorsession AS session ON session.id = claim.session_id
            WHERE claim.session_id IS NULL OR (session.ended_at IS NULL AND session.expires_at > now())
        ) AS found GROUP BY holder, seat_id, held HAVING SUM(lines) <> 1 OR SUM(claims) <> 1
    """,
    "1e whoever has pieces of a stock of seats has as many seats": """
        WITH pieces AS (
            SELECT claim.holder, category.id AS category_id, claim.session_id IS NULL AS sold, SUM(quantity) AS number
            FROM catalogue_stockclaim AS claim
            JOIN catalogue_pricingcategory AS category ON category.seat_stock_id = claim.stock_id
            LEFT JOIN sessions_queue_visitorsession AS session ON session.id = claim.session_id
            WHERE claim.session_id IS NULL OR (session.ended_at IS NULL AND session.expires_at > now())
            GROUP BY 1, 2, 3
        ), seats AS (
            SELECT claim.holder, seat.pricing_category_id AS category_id, claim.session_id IS NULL AS sold,
                   COUNT(*) AS number
            FROM catalogue_seatclaim AS claim JOIN catalogue_seat AS seat ON seat.id = claim.seat_id
            LEFT JOIN sessions_queue_visitorsession AS session ON session.id = claim.session_id
            WHERE claim.session_id IS NULL OR (session.ended_at IS NULL AND session.expires_at > now())
            GROUP BY 1, 2, 3
        )
        SELECT holder, category_id, sold, pieces.number, seats.number
        FROM pieces FULL JOIN seats USING (holder, category_id, sold)
        WHERE pieces.number IS DISTINCT FROM seats.number
    """,
    "1f no seat is on two lines": """
        SELECT line.seat_id, COUNT(*) FROM checkout_orderline AS line
        JOIN checkout_placement AS placed ON placed.id = line.placement_id AND placed.cancelled_at IS NULL
        WHERE line.seat_id IS NOT NULL AND line.invalidated_at IS NULL GROUP BY line.seat_id HAVING COUNT(*) > 1
    """,
    "1g what was sold from a stock of seats has a seat": """
        SELECT line.id FROM checkout_orderline AS line
        JOIN checkout_placement AS placed ON placed.id = line.placement_id AND placed.cancelled_at IS NULL
        JOIN catalogue_pricingcategory AS category ON category.seat_stock_id = ANY(line.stocks)
        WHERE line.invalidated_at IS NULL AND (line.seat_id IS NULL OR line.amount <> 1)
    """,
    "2a no hold outlives its session by more than 3 seconds": """
        SELECT claim.id FROM catalogue_stockclaim AS claim
        JOIN sessions_queue_visitorsession AS session ON session.id = claim.session_id
        WHERE session.ended_at IS NOT NULL OR session.expires_at < now() - interval '3 seconds'
    """,
    "2d no hold of a seat outlives its session by more than 3 seconds": """
        SELECT claim.seat_id FROM catalogue_seatclaim AS claim
        JOIN sessions_queue_visitorsession AS session ON session.id = claim.session_id
        WHERE session.ended_at IS NOT NULL OR session.expires_at < now() - interval '3 seconds'
    """,
    "2b nothing was placed after its session had ended": """
        SELECT placed.id FROM checkout_placement AS placed
        JOIN cart_cart AS cart ON cart.id = placed.cart_id
        JOIN sessions_queue_visitorsession AS session ON session.id = cart.session_id
        WHERE session.ended_at IS NOT NULL AND placed.placed_at > session.ended_at
    """,
    "2c holds belong to open carts": """
        SELECT claim.id FROM catalogue_stockclaim AS claim
        LEFT JOIN cart_cart AS cart ON cart.id = claim.holder AND cart.state = 'open'
        WHERE claim.session_id IS NOT NULL AND cart.id IS NULL
    """,
    "3a an ordered cart has exactly one placement, any other none": """
        SELECT cart.id, COUNT(placed.id) FROM cart_cart AS cart
        LEFT JOIN checkout_placement AS placed ON placed.cart_id = cart.id
        GROUP BY cart.id HAVING COUNT(placed.id) <> CASE WHEN cart.state = 'ordered' THEN 1 ELSE 0 END
    """,
    "3b an order has placements, numbered from one, and was placed with the first": """
        SELECT placed.id FROM checkout_order AS placed
        LEFT JOIN checkout_placement AS placement ON placement.order_id = placed.id
        GROUP BY placed.id
        HAVING COUNT(placement.id) = 0 OR MAX(placement.number) <> COUNT(placement.id)
            OR MIN(placement.placed_at) <> placed.placed_at
    """,
    "4a a placement's total is its lines less the discount plus shipping": """
        SELECT placed.id, placed.total FROM checkout_placement AS placed
        WHERE placed.items_total
              <> (SELECT COALESCE(SUM(total), 0) FROM checkout_orderline WHERE placement_id = placed.id)
           OR placed.discount_total
              <> (SELECT COALESCE(SUM(discount), 0) FROM checkout_orderline WHERE placement_id = placed.id)
           OR placed.total <> placed.items_total - placed.discount_total + placed.shipping_total
    """,
    "4b the VAT shares of a placement add up to its total": """
        SELECT placed.id FROM checkout_placement AS placed
        LEFT JOIN checkout_placementvat AS share ON share.placement_id = placed.id
        GROUP BY placed.id
        HAVING COALESCE(SUM(share.gross), 0) <> placed.total OR COALESCE(SUM(share.net + share.vat), 0) <> placed.total
    """,
    "4c a discount stays within its percentage and leaves tickets alone": """
        SELECT placed.id FROM checkout_placement AS placed
        LEFT JOIN checkout_orderline AS line ON line.placement_id = placed.id AND NOT line.ticket
        GROUP BY placed.id
        HAVING (placed.discount_code_id IS NULL) <> (placed.discount_total = 0)
            OR COALESCE(SUM(line.discount), 0) <> placed.discount_total
            OR placed.step_id IS NULL AND (
                placed.discount_total > COALESCE(ROUND(SUM(line.total) * placed.discount_percent / 100, 2), 0)
                OR placed.discount_total < COALESCE(
                    ROUND(SUM(line.total) FILTER (WHERE line.discount > 0) * placed.discount_percent / 100, 2), 0))
    """,
    "4d a discount code was used by as many ordered carts as have it, and its limit holds": """
        SELECT code.id, code.used, COUNT(placed.id) FROM shop_discountcode AS code
        LEFT JOIN checkout_placement AS placed ON placed.discount_code_id = code.id AND placed.step_id IS NULL
        GROUP BY code.id HAVING COUNT(placed.id) <> code.used OR code.used > code.usage_limit
    """,
    "4h what staff place exchanges as many pieces of its order, or was paid at the door or given away": """
        SELECT placed.id FROM checkout_placement AS placed
        JOIN checkout_orderstep AS step ON step.id = placed.step_id
        WHERE placed.order_id <> step.order_id
           OR step.kind = 'exchange'
              AND (SELECT COALESCE(SUM(amount), 0) FROM checkout_orderline WHERE placement_id = placed.id)
              <> (SELECT COALESCE(SUM(amount), 0) FROM checkout_orderline WHERE ended_by_id = step.id)
           OR step.kind IN ('door_sale', 'guest_list') AND (
               placed.number <> 1 OR placed.paid_at IS NULL AND placed.cancelled_at IS NULL
               OR (step.kind = 'guest_list') <> (placed.total = 0))
           OR step.kind NOT IN ('exchange', 'door_sale', 'guest_list')
    """,
    "4e an order's placements pay for its deliveries": """
        SELECT placed.id FROM checkout_order AS placed
        WHERE (SELECT SUM(shipping_total) FROM checkout_placement WHERE order_id = placed.id)
           <> (SELECT COALESCE(SUM(price), 0) FROM checkout_delivery WHERE order_id = placed.id)
    """,
    "4f a line is delivered with its own order": """
        SELECT line.id FROM checkout_orderline AS line
        JOIN checkout_delivery AS delivery ON delivery.id = line.delivery_id
        JOIN checkout_placement AS placed ON placed.id = line.placement_id WHERE placed.order_id <> delivery.order_id
    """,
    "4g a cart has of each part what its bundles need, and of one with a ticket or a text just one": """
        SELECT part.id FROM cart_cartline AS part JOIN cart_cartline AS root ON root.id = part.parent_id
        JOIN catalogue_productvariant AS variant ON variant.id = part.variant_id
        WHERE part.amount % root.amount <> 0
           OR root.amount > 1 AND (variant.event_id IS NOT NULL OR part.personal_identifier <> '')
    """,
    "5a what is paid is covered by the order's ledger": """
        SELECT placed.id FROM checkout_order AS placed
        JOIN LATERAL (
            SELECT SUM(total) AS total FROM checkout_placement
            WHERE order_id = placed.id AND paid_at IS NOT NULL
        ) AS paid ON true
        JOIN LATERAL (
            SELECT COALESCE(SUM(line.total - line.discount - line.retained), 0) AS total FROM checkout_orderline AS line
            JOIN checkout_placement AS placement ON placement.id = line.placement_id
            WHERE placement.order_id = placed.id AND placement.paid_at IS NOT NULL AND line.invalidated_at IS NOT NULL
        ) AS invalidated ON true
        JOIN LATERAL (
            SELECT COALESCE(SUM(entry.amount) FILTER (WHERE entry.kind = 'capture'), 0) AS total
            FROM checkout_ledgerentry AS entry
            JOIN checkout_payment AS payment ON payment.id = entry.payment_id WHERE payment.order_id = placed.id
        ) AS captured ON true
        WHERE captured.total < paid.total - invalidated.total
    """,
    "5b no payment gave back more than it brought in": """
        SELECT payment_id FROM checkout_ledgerentry GROUP BY payment_id
        HAVING SUM(CASE WHEN kind IN ('capture', 'returned', 'reinstated') THEN amount ELSE -amount END) < 0
    """,
    "5c a refund is in the ledger once it is done, with its amount, and before that not": """
        SELECT refund.id FROM checkout_refund AS refund
        LEFT JOIN checkout_ledgerentry AS entry ON entry.refund_id = refund.id
        WHERE (refund.state = 'done') <> (entry.id IS NOT NULL)
           OR entry.amount <> refund.amount OR entry.payment_id <> refund.payment_id OR entry.kind <> 'refund'
    """,
    "5d refunds name lines of their order, and no more than those cost": """
        SELECT line.id, line.total - line.discount FROM checkout_orderline AS line
        JOIN checkout_placement AS placed ON placed.id = line.placement_id
        JOIN checkout_refundline AS part ON part.line_id = line.id
        JOIN checkout_refund AS refund ON refund.id = part.refund_id
        JOIN checkout_payment AS payment ON payment.id = refund.payment_id
        GROUP BY line.id
        HAVING SUM(part.amount) FILTER (WHERE refund.state <> 'failed') > line.total - line.discount
            OR BOOL_OR(payment.order_id <> placed.order_id)
    """,
    "5e what a refund is for, lines and shipping, comes to its amount, or to less of one that nobody asked for": """
        SELECT refund.id FROM checkout_refund AS refund
        JOIN (
            SELECT refund_id, amount FROM checkout_refundline UNION ALL
            SELECT refund_id, amount FROM checkout_refundshipping
        ) AS part ON part.refund_id = refund.id
        GROUP BY refund.id
        HAVING SUM(part.amount) > refund.amount OR SUM(part.amount) < refund.amount AND NOT refund.elsewhere
    """,
    "5f a payment is of the order that its placement is in": """
        SELECT payment.id FROM checkout_payment AS payment
        JOIN checkout_placement AS placed ON placed.id = payment.placement_id
        WHERE payment.order_id <> placed.order_id
    """,
    "5g refunds name the shipping of their order, and no more than that cost": """
        SELECT placed.id, placed.shipping_total FROM checkout_placement AS placed
        JOIN checkout_refundshipping AS part ON part.placement_id = placed.id
        JOIN checkout_refund AS refund ON refund.id = part.refund_id
        JOIN checkout_payment AS payment ON payment.id = refund.payment_id
        GROUP BY placed.id
        HAVING SUM(part.amount) FILTER (WHERE refund.state <> 'failed') > placed.shipping_total
            OR BOOL_OR(payment.order_id <> placed.order_id)
    """,
    "5h what takes a booking back is as much, of the same payment, and takes back what came in, or what went": """
        SELECT entry.id FROM checkout_ledgerentry AS entry
        JOIN checkout_ledgerentry AS taken ON taken.id = entry.reverses_id
        WHERE entry.amount <> taken.amount OR entry.payment_id <> taken.payment_id
           OR (entry.kind, taken.kind) NOT IN (('reversal', 'capture'), ('returned', 'refund'))
    """,
    "5j a dispute moves money of its payment, and gives back no more than it took": """
        SELECT dispute.id FROM checkout_dispute AS dispute
        JOIN checkout_ledgerentry AS entry ON entry.dispute_id = dispute.id
        GROUP BY dispute.id
        HAVING SUM(CASE entry.kind WHEN 'disputed' THEN entry.amount ELSE -entry.amount END) < 0
            OR BOOL_OR(entry.payment_id <> dispute.payment_id)
            OR BOOL_OR(entry.kind NOT IN ('disputed', 'reinstated'))
    """,
    "5i a file that was executed has sent what stands in it, and what was discarded holds nothing": """
        SELECT sent.id, refund.id FROM checkout_transferfile AS sent
        JOIN checkout_transfer AS transfer ON transfer.file_id = sent.id AND transfer.withdrawn_at IS NULL
        JOIN checkout_refund AS refund ON refund.id = transfer.refund_id
        WHERE sent.state = 'done' AND refund.state <> 'done' OR sent.state = 'discarded'
    """,
    "7a carts and orders stay in the shop they began in": """
        SELECT cart.id FROM cart_cart AS cart
        JOIN sessions_queue_visitorsession AS session ON session.id = cart.session_id
        LEFT JOIN checkout_placement AS placement ON placement.cart_id = cart.id
        LEFT JOIN checkout_order AS placed ON placed.id = placement.order_id
        WHERE session.shop_id <> cart.shop_id OR placement.shop_id <> cart.shop_id OR placed.shop_id <> cart.shop_id
    """,
    "7c placements have only their own shop's discount codes": """
        SELECT placed.id FROM checkout_placement AS placed
        JOIN shop_discountcode AS code ON code.id = placed.discount_code_id WHERE code.shop_id <> placed.shop_id
    """,
    "7b open carts hold only what their shop lists": """
        SELECT line.id FROM cart_cartline AS line
        JOIN cart_cart AS cart ON cart.id = line.cart_id AND cart.state = 'open'
        JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
        WHERE NOT EXISTS (SELECT 1 FROM catalogue_product_listed_in AS listed
                          WHERE listed.product_id = variant.product_id AND listed.shop_id = cart.shop_id)
          AND NOT EXISTS (SELECT 1 FROM catalogue_event_listed_in AS listed
                          WHERE listed.event_id = variant.event_id AND listed.shop_id = cart.shop_id)
    """,
    "8a every placement has its confirmation mail, the one that asks for it first, or that of its exchange": """
        SELECT placed.id FROM checkout_placement AS placed
        JOIN checkout_order AS bought ON bought.id = placed.order_id
        LEFT JOIN checkout_orderstep AS step ON step.id = placed.step_id
        WHERE (step.id IS NULL OR step.kind = 'exchange')
          -- Mails are deleted after six years, with whom they were for before that.
          AND bought.email <> '' AND placed.placed_at > now() - interval '6 years'
          AND NOT EXISTS (SELECT 1 FROM shop_mail AS mail
                          WHERE mail.kind = CASE WHEN step.id IS NOT NULL THEN 'exchange'
                              WHEN placed.confirm_by IS NOT NULL AND placed.confirmed_at IS NULL THEN 'to_confirm'
                              ELSE 'confirmation' END
                            AND mail.subject_key = placed.id::text)
    """,
    "3c free tickets that nobody confirmed are given back within five minutes": """
        SELECT id FROM checkout_placement
        WHERE confirm_by < now() - interval '5 minutes' AND confirmed_at IS NULL AND cancelled_at IS NULL
    """,
    "3d what was to be paid at once is kept no longer, unless money may be on its way": """
        SELECT placed.id FROM checkout_placement AS placed
        WHERE placed.kept_until < now() - interval '5 minutes'
          AND placed.paid_at IS NULL AND placed.cancelled_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM checkout_payment AS payment
                          WHERE payment.order_id = placed.order_id AND payment.external_id <> ''
                            AND (payment.state = 'pending'
                                 OR payment.state = 'cancelled' AND payment.on_its_way <> ''))
          AND NOT EXISTS (SELECT 1 FROM checkout_bankline AS told
                          WHERE told.order_id = placed.order_id AND told.state = 'open')
    """,
    "3e nothing is paid before what bears its shipping": """
        SELECT rider.id FROM checkout_placement AS rider
        JOIN checkout_placement AS bearer ON bearer.id = rider.rides_with_id
        WHERE bearer.order_id <> rider.order_id
           OR (rider.paid_at IS NOT NULL AND bearer.paid_at IS NULL AND bearer.cancelled_at IS NULL)
    """,
    # Its own, the one that took it, that of a mail it can go with, or that of the invoice it waits for.
    "8b every mail that is neither sent nor given up has a job": """
        SELECT mail.id FROM shop_mail AS mail
        WHERE mail.sent_at IS NULL AND mail.undeliverable_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM procrastinate_jobs AS job
            WHERE job.status IN ('todo', 'doing') AND (
                job.id = mail.taken_by OR job.args ->> 'placement_id' = mail.subject_key
                OR job.args ->> 'mail_id' IN (
                    SELECT other.id::text FROM shop_mail AS other
                    WHERE other.subject_key = mail.subject_key AND other.sent_at IS NULL
                      AND (other.id = mail.id
                           OR mail.kind IN ('confirmation', 'payment_received', 'tickets', 'invoice:1')))))
    """,
    "9a a seller's invoice numbers have no gap, and end where the counter stands": """
        SELECT seller.id, counter.last, MAX(invoice.sequence), COUNT(invoice.id) FROM shop_shop AS seller
        LEFT JOIN checkout_invoicecounter AS counter ON counter.seller_id = seller.id
        LEFT JOIN checkout_invoice AS invoice ON invoice.seller_id = seller.id
        GROUP BY seller.id, counter.last
        HAVING COALESCE(MAX(invoice.sequence), 0) <> COUNT(invoice.id) OR COUNT(invoice.id) <> COALESCE(counter.last, 0)
    """,
    "9b invoices say what is charged for a paid placement, or a job is to write them, or their seller is unknown": """
        SELECT placed.id, placed.total, said.total FROM checkout_placement AS placed
        LEFT JOIN LATERAL (
            SELECT SUM(total) AS total FROM checkout_invoice WHERE placement_id = placed.id
        ) AS said ON true
        LEFT JOIN LATERAL (
            SELECT SUM(CASE WHEN line.invalidated_at IS NOT NULL THEN line.total - line.discount - line.retained ELSE (
                SELECT COALESCE(SUM(part.amount), 0) FROM checkout_refundline AS part
                JOIN checkout_refund AS refund ON refund.id = part.refund_id AND refund.state = 'done'
                WHERE part.line_id = line.id) END) AS total
            FROM checkout_orderline AS line WHERE line.placement_id = placed.id
        ) AS gone ON true
        LEFT JOIN LATERAL (
            SELECT SUM(part.amount) AS total FROM checkout_refundshipping AS part
            JOIN checkout_refund AS refund ON refund.id = part.refund_id AND refund.state = 'done'
            WHERE part.placement_id = placed.id
        ) AS sent ON true
        WHERE placed.paid_at IS NOT NULL
          AND placed.total - COALESCE(gone.total, 0) - COALESCE(sent.total, 0) <> COALESCE(said.total, 0)
          AND NOT EXISTS (
            SELECT 1 FROM procrastinate_jobs AS job
            WHERE job.task_name = 'checkout.write_invoices' AND job.args ->> 'placement_id' = placed.id::text
              AND job.status IN ('todo', 'doing'))
          AND NOT EXISTS (
            SELECT 1 FROM checkout_orderline AS line JOIN shop_shop AS seller ON seller.id = line.seller_id
            WHERE line.placement_id = placed.id
              AND (seller.seller_name = '' OR seller.seller_address = ''
                   OR seller.seller_vat_id = '' AND seller.seller_tax_number = ''))
    """,
    "9c an invoice's rows and its VAT add up to its total, and corrections take back no more than was said": """
        SELECT invoice.id FROM checkout_invoice AS invoice
        WHERE invoice.total <> (SELECT SUM((one ->> 'gross')::numeric) FROM jsonb_array_elements(content -> 'rows') one)
           OR invoice.total <> (SELECT SUM((one ->> 'gross')::numeric) FROM jsonb_array_elements(content -> 'vat') one)
           OR invoice.total <> (SELECT SUM((one ->> 'net')::numeric + (one ->> 'vat')::numeric)
                                FROM jsonb_array_elements(content -> 'vat') one)
           OR invoice.total + (SELECT COALESCE(SUM(total), 0) FROM checkout_invoice
                               WHERE corrects_id = invoice.id) < 0 AND invoice.corrects_id IS NULL
    """,
}
