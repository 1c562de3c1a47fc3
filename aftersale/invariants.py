"""Invariants of tickets, printed numbers and admissions: SQL that must return no row."""

from collections.abc import Mapping

INVARIANTS: Mapping[str, str] = {
    "6d each piece of a paid line of tickets has one, and nothing else has any that is valid": """
        SELECT line.id, line.amount, COUNT(ticket.id) FROM checkout_orderline AS line
        JOIN checkout_placement AS placed ON placed.id = line.placement_id
        LEFT JOIN aftersale_ticket AS ticket ON ticket.line_id = line.id AND ticket.position <= line.amount
        WHERE line.ticket AND NOT line.physical AND placed.paid_at IS NOT NULL AND line.invalidated_at IS NULL
        GROUP BY line.id, line.amount HAVING COUNT(ticket.id) <> line.amount
        UNION ALL
        SELECT line.id, line.amount, COUNT(ticket.id) FROM aftersale_ticket AS ticket
        JOIN checkout_orderline AS line ON line.id = ticket.line_id
        JOIN checkout_placement AS placed ON placed.id = line.placement_id
        WHERE ticket.invalidated_at IS NULL
          AND (NOT line.ticket OR line.physical OR placed.paid_at IS NULL OR line.invalidated_at IS NOT NULL
               OR ticket.position > line.amount)
        GROUP BY line.id, line.amount
    """,
    "6e a ticket is invalid because its line ended, its money goes back, or staff said so": """
        SELECT ticket.id, ticket.ended FROM aftersale_ticket AS ticket
        JOIN checkout_orderline AS line ON line.id = ticket.line_id
        WHERE ticket.ended = 'line' AND line.invalidated_at IS NULL AND ticket.position <= line.amount
           OR ticket.ended = 'refund' AND NOT EXISTS (
               SELECT 1 FROM checkout_refundline AS part WHERE part.line_id = line.id)
    """,
    "6f what was paid back whole lets nobody in": """
        SELECT line.id FROM checkout_orderline AS line
        JOIN aftersale_ticket AS ticket ON ticket.line_id = line.id AND ticket.invalidated_at IS NULL
        JOIN checkout_refundline AS part ON part.line_id = line.id
        JOIN checkout_refund AS refund ON refund.id = part.refund_id AND refund.state <> 'failed'
        GROUP BY line.id, ticket.id
        HAVING SUM(part.amount) >= line.total - line.discount AND line.total > line.discount
    """,
    "6g a printed number is given to a piece of its event, of the kind that it is for": """
        SELECT one.id, one.line_id FROM aftersale_printednumber AS one
        JOIN checkout_orderline AS line ON line.id = one.line_id
        JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
        WHERE one.voided_at IS NULL
          AND (variant.event_id IS DISTINCT FROM one.event_id OR one.variant_id <> line.variant_id
               OR one.pricing_category_id IS DISTINCT FROM variant.pricing_category_id
                  AND one.pricing_category_id IS NOT NULL)
    """,
    "6h a piece of a paid line of printed tickets has one number in use at most, and nothing else has any": """
        SELECT line.id, line.amount, COUNT(*) FROM aftersale_printednumber AS one
        JOIN checkout_orderline AS line ON line.id = one.line_id
        JOIN checkout_placement AS placed ON placed.id = line.placement_id
        WHERE one.voided_at IS NULL
        GROUP BY line.id, placed.id
        HAVING COUNT(*) > line.amount OR MAX(one.position) > line.amount OR NOT line.ticket OR NOT line.physical
            OR placed.paid_at IS NULL OR line.invalidated_at IS NOT NULL
    """,
    "6i what was paid back whole has no printed number in use": """
        SELECT line.id FROM checkout_orderline AS line
        JOIN aftersale_printednumber AS one ON one.line_id = line.id AND one.voided_at IS NULL
        JOIN checkout_refundline AS part ON part.line_id = line.id
        JOIN checkout_refund AS refund ON refund.id = part.refund_id AND refund.state <> 'failed'
        GROUP BY line.id, one.id
        HAVING SUM(part.amount) >= line.total - line.discount AND line.total > line.discount
    """,
    "6j nobody is in twice with one ticket": """
        SELECT ticket_id, COUNT(*) FROM aftersale_admission WHERE undone_at IS NULL
        GROUP BY ticket_id HAVING COUNT(*) > 1
    """,
    "6k whoever is in was let in by a scan of that ticket at its event, and whom a scan let in has an entry": """
        SELECT scan.id, entry.id FROM aftersale_scan AS scan
        FULL JOIN aftersale_admission AS entry ON entry.scan_id = scan.id
        LEFT JOIN aftersale_ticket AS ticket ON ticket.id = entry.ticket_id
        LEFT JOIN checkout_orderline AS line ON line.id = ticket.line_id
        LEFT JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
        WHERE scan.verdict = 'admitted' AND entry.id IS NULL
           OR entry.id IS NOT NULL AND (NOT (scan.verdict = 'admitted'
               OR scan.verdict = 'number_only' AND scan.let_in AND scan.read_by = 'typed')
               OR scan.ticket_id <> entry.ticket_id
               OR variant.event_id IS DISTINCT FROM scan.event_id)
    """,
    "6l a double entry names an entry of the same ticket": """
        SELECT scan.id, first.id FROM aftersale_scan AS scan JOIN aftersale_scan AS first ON first.id = scan.against_id
        WHERE first.ticket_id <> scan.ticket_id OR NOT (first.verdict = 'admitted'
            OR first.verdict = 'number_only' AND first.let_in AND first.read_by = 'typed')
    """,
    "6m a ticket whose money was asked back and approved lets nobody in": """
        SELECT ticket.id, asked.id FROM aftersale_requestedticket AS asked
        JOIN aftersale_refundrequest AS request ON request.id = asked.request_id AND request.state = 'approved'
        JOIN aftersale_ticket AS ticket ON ticket.id = asked.ticket_id AND ticket.invalidated_at IS NULL
        WHERE asked.stands
    """,
    "6n an approved request moves just its money, and each refund is of one request": """
        SELECT request.id::text, request.amount, SUM(refund.amount) FROM aftersale_refundrequest AS request
        LEFT JOIN aftersale_refundrequest_refunds AS its ON its.refundrequest_id = request.id
        LEFT JOIN checkout_refund AS refund ON refund.id = its.refund_id
        WHERE request.state = 'approved'
        GROUP BY request.id, request.amount HAVING SUM(refund.amount) IS DISTINCT FROM request.amount
        UNION ALL
        SELECT refund_id::text, NULL, COUNT(*) FROM aftersale_refundrequest_refunds
        GROUP BY refund_id HAVING COUNT(*) > 1
    """,
    "6o who is in got no money back while it was known, nor entered once it had gone": """
        SELECT entry.id::text, asked.id FROM aftersale_admission AS entry
        JOIN aftersale_scan AS scan ON scan.id = entry.scan_id
        JOIN aftersale_ticket AS ticket ON ticket.id = entry.ticket_id
        JOIN aftersale_requestedticket AS asked ON asked.ticket_id = ticket.id AND asked.stands
        JOIN aftersale_refundrequest AS request ON request.id = asked.request_id AND request.state = 'approved'
        JOIN catalogue_event AS event ON event.id = scan.event_id
        WHERE entry.undone_at IS NULL
          AND (entry.at >= ticket.invalidated_at OR scan.received_at < ticket.invalidated_at)
          -- when it was is known no more (aftersale.entrance.retention)
          AND NOT (entry.at = event.happening_from AND scan.received_at = event.happening_from)
    """,
    "6p printed tickets whose money was given back have no number in use": """
        SELECT one.id, asked.id FROM aftersale_requestedticket AS asked
        JOIN aftersale_refundrequest AS request ON request.id = asked.request_id AND request.state = 'approved'
        JOIN aftersale_printednumber AS one ON one.line_id = asked.line_id AND one.voided_at IS NULL
        WHERE asked.stands AND asked.ticket_id IS NULL
    """,
    "6q nobody checked in with a ticket that had ended": """
        SELECT one.id, ticket.id FROM aftersale_checkin AS one
        JOIN aftersale_ticket AS ticket ON ticket.id = one.ticket_id
        WHERE one.checked_in_at > ticket.invalidated_at
    """,
    "6r what was cancelled by the ticket service lets nobody in, and a decided request holds no ticket": """
        SELECT item.id, request.kind FROM aftersale_ticketserviceitem AS item
        JOIN aftersale_ticketservicerequest AS request ON request.id = item.request_id
        LEFT JOIN aftersale_ticket AS ticket ON ticket.id = item.ticket_id
        LEFT JOIN aftersale_printednumber AS printed ON printed.id = item.printed_id
        WHERE item.stands <> (request.state = 'received')
           OR request.kind = 'cancel' AND request.state = 'done'
              AND (ticket.invalidated_at IS NULL AND ticket.id IS NOT NULL
                   OR printed.voided_at IS NULL AND printed.line_id = item.line_id)
    """,
    "6s a number is one ticket's for good": """
        SELECT former.number, former.ticket_id, ticket.id FROM aftersale_formernumber AS former
        JOIN aftersale_ticket AS ticket ON ticket.number = former.number
    """,
    "6t what nobody has confirmed by mail holds no ticket and moves no money": """
        SELECT request.id::text, asked.id FROM aftersale_refundrequest AS request
        LEFT JOIN aftersale_requestedticket AS asked ON asked.request_id = request.id AND asked.stands
        LEFT JOIN aftersale_refundrequest_refunds AS its ON its.refundrequest_id = request.id
        WHERE request.state = 'to_confirm'
          AND (asked.id IS NOT NULL OR its.id IS NOT NULL OR request.confirmed_at IS NOT NULL)
    """,
    "6u no ticket of a cancelled event is valid whose whole price was refunded or is about to be": """
        SELECT ticket.id, line.id FROM aftersale_ticket AS ticket
        JOIN checkout_orderline AS line ON line.id = ticket.line_id
        JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
        JOIN catalogue_event AS event ON event.id = variant.event_id AND event.state = 'cancelled'
        WHERE ticket.invalidated_at IS NULL AND line.total > line.discount
          AND line.total - line.discount <= (
              SELECT COALESCE(SUM(part.amount), 0) FROM checkout_refundline AS part
              JOIN checkout_refund AS refund ON refund.id = part.refund_id AND refund.state <> 'failed'
              WHERE part.line_id = line.id)
    """,
    # The job that ends them has an hour: after that it has failed.
    "6v no ticket of a cancelled event waits for its money": """
        SELECT line.id, event.id FROM checkout_orderline AS line
        JOIN checkout_placement AS placed ON placed.id = line.placement_id
        JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
        JOIN catalogue_event AS event ON event.id = variant.event_id AND event.state = 'cancelled'
        JOIN aftersale_refundoffer AS offer ON offer.event_id = event.id
        WHERE line.ticket AND line.invalidated_at IS NULL AND placed.paid_at IS NULL AND placed.cancelled_at IS NULL
          AND offer.cause = 'cancelled' AND offer.opened_at < CURRENT_TIMESTAMP - INTERVAL '1 hour'
    """,
}
